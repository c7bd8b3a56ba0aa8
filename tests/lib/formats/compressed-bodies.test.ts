import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findViolations } from "@/lib/conversation/invariants";
import type { Message } from "@/lib/conversation/message";
import { CODECS } from "@/lib/formats";
import { isStructural } from "@/lib/formats/structural";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { RICH_BODIES } from "@/tests/support/rich-bodies";
import { smallRecipe } from "@/tests/support/small-params";
import { testEnvironment } from "@/tests/support/strategy-environment";

type Item = Record<string, unknown>;
type Body = Record<string, Item[]>;
const LISTS = ["messages", "input", "contents"];

/** Adds an unknown field to every message or item. */
function marked(body: unknown): Body {
  const given = body as Body;
  const key = LISTS.find((name) => name in given) as string;
  return { ...given, [key]: (given[key] as Item[]).map((item, index) => ({ ...item, x_mark: { at: index } })) };
}
const itemsOf = (body: unknown): Item[] => LISTS.flatMap((name) => (body as Body)[name] ?? []);

const HISTORIES = fc.sample(arbitraryConversation({ isClean: true }), { numRuns: 60, seed: 17 });

/**
 * Does what POST /api/compress does with a body, without the server: reads, compresses, and writes it back in its own
 * shape. Each history is paired with a different preset in each format.
 */
describe.each(CODECS.map((codec, number) => ({ codec, number, id: codec.id })))("$id", ({ codec, number }) => {
  test("a compressed body is valid, and untouched parts equal what was sent, including unknown fields", () => {
    let [applied, kept] = [0, 0];
    for (const [index, history] of HISTORIES.entries()) {
      const sent = marked(codec.encode(history));
      const before = structuredClone(sent);
      const decoded = codec.decode(sent);
      if (!decoded.ok) throw new Error(`${decoded.error.message} at ${decoded.error.at}`);
      const { conversation, wire } = decoded.value;
      const { id } = STRATEGIES[(index * CODECS.length + number) % STRATEGIES.length] as (typeof STRATEGIES)[number];
      const environment = testEnvironment({ force: true, budget: { window: 400, reserve: 40 }, fixedTokens: 20 });
      const result = compressConversation(conversation, smallRecipe(id), environment);
      const encoded = codec.encode(result.conversation, wire);
      expect(codec.validate(encoded).filter(isStructural), `${id}, history ${index}`).toEqual([]);
      expect(sent).toEqual(before);
      if (result.status !== "applied") expect(encoded).toEqual(before);
      else applied += 1;
      const originals = new Map(itemsOf(before).map((item) => [JSON.stringify(item.x_mark), JSON.stringify(item)]));
      const written = itemsOf(encoded).filter(({ x_mark }) => x_mark !== undefined);
      const same = written.filter((item) => originals.get(JSON.stringify(item.x_mark)) === JSON.stringify(item)).length;
      const untouched = new Set<Message>(conversation.messages);
      const left = result.conversation.messages.filter(
        (message) => untouched.has(message) && message.role !== "system",
      );
      // In other formats, one message may be several items, or neighbours with one role may be joined.
      if (codec.id === "openai-chat") expect(same).toBeGreaterThanOrEqual(left.length);
      const text = JSON.stringify(encoded);
      for (const part of left.flatMap(({ parts }) => parts))
        if (part.type === "text") expect(text).toContain(JSON.stringify(part.text).slice(1, -1));
      kept += same;
    }
    expect(applied).toBeGreaterThan(20);
    expect(kept).toBeGreaterThan(200);
  });
});

describe.each(RICH_BODIES)("$name", ({ format, body }) => {
  const codec = CODECS.find(({ id }) => id === format) as (typeof CODECS)[number];

  test("stays valid whatever strategy shortens it, and each call keeps its kind of output", () => {
    const before = structuredClone(body);
    const decoded = codec.decode(body);
    if (!decoded.ok) throw new Error(`${decoded.error.message} at ${decoded.error.at}`);
    const { conversation, wire } = decoded.value;
    expect([...codec.validate(body), ...findViolations(conversation)]).toEqual([]);
    expect(codec.encode(conversation, wire)).toEqual(before);
    let applied = 0;
    for (const { id } of STRATEGIES) {
      const environment = testEnvironment({ force: true, budget: { window: 4_000, reserve: 40 }, fixedTokens: 20 });
      const result = compressConversation(conversation, smallRecipe(id), environment);
      const encoded = codec.encode(result.conversation, wire);
      expect(codec.validate(encoded).filter(isStructural), id).toEqual([]);
      expect(unansweredKinds(itemsOf(encoded)), id).toEqual([]);
      if (result.status === "applied") applied += 1;
    }
    expect(body).toEqual(before);
    expect(applied).toBeGreaterThan(STRATEGIES.length / 3);
  });
});

/** Outputs of another kind than their call, as the Responses API names them, and approvals without their answer. */
function unansweredKinds(items: readonly Item[]): unknown[] {
  const isOutput = ({ type }: Item) => String(type).endsWith("_output");
  const kinds = new Map(items.filter((item) => !isOutput(item)).map(({ call_id, type }) => [call_id, type]));
  const outputs = items.filter((item) => isOutput(item) && typeof item.call_id === "string");
  const content = items.flatMap((item) => (Array.isArray(item.content) ? (item.content as Item[]) : []));
  const idsOf = (type: string) => content.filter((part) => part.type === type).map(({ approvalId }) => approvalId);
  const answered = new Set(idsOf("tool-approval-response"));
  return [
    ...outputs.filter(({ call_id, type }) => `${kinds.get(call_id)}_output` !== type),
    ...idsOf("tool-approval-request").filter((id) => !answered.has(id)),
  ];
}
