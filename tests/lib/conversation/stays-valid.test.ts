import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderEdits } from "@/lib/conversation/apply-edits";
import type { Edit } from "@/lib/conversation/edit";
import { findViolations } from "@/lib/conversation/invariants";
import type { Conversation, Message } from "@/lib/conversation/message";
import { matchPairs } from "@/lib/conversation/pairs";
import type { Part } from "@/lib/conversation/part";
import { indexParts } from "@/lib/conversation/part-index";
import { staysValid } from "@/lib/conversation/stays-valid";
import { traceEdits } from "@/lib/conversation/trace-edits";

const text = (id: string): Part => ({ id, type: "text", text: id });
const call = (id: string, toolCallId: string): Part => ({
  id,
  type: "tool-call",
  toolName: "t",
  toolCallId,
  input: {},
});
const result = (id: string, toolCallId: string): Part => ({
  id,
  type: "tool-result",
  toolCallId,
  output: [{ type: "text", text: id }],
  isError: false,
});

/** A history's next event: a text, calls (whose ids recur), or an answer to the oldest call. */
const happening = fc.constantFrom("user", "assistant", "call a", "call b", "calls a b", "answer");

/** A valid history; calls may be unanswered at its end. */
const sound = fc.array(happening, { minLength: 1, maxLength: 14 }).map((story): Conversation => {
  const messages: Message[] = [];
  const open: string[] = [];
  const say = (role: Message["role"], make: (id: string) => Part[]) => {
    const id = `m${messages.length}`;
    messages.push({ id, role, parts: make(id) });
  };
  const answerAll = () => {
    for (const asked of open.splice(0)) say("tool", (id) => [result(`${id}.0`, asked)]);
  };
  for (const happens of story) {
    const [what, ...asked] = happens.split(/ /);
    if (what === "answer") for (const one of open.splice(0, 1)) say("tool", (id) => [result(`${id}.0`, one)]);
    else if (what === "user") {
      answerAll();
      say("user", (id) => [text(`${id}.0`), text(`${id}.1`)]);
    } else {
      answerAll();
      say("assistant", (id) => [text(`${id}.t`), ...asked.map((tool, index) => call(`${id}.${index}`, tool))]);
      open.push(...asked);
    }
  }
  return { tools: [], messages };
});

const FATES = [
  "keep",
  "keep",
  "drop",
  "drop with partner",
  "rewrite",
  "to text",
  "to other id",
  "to other kind",
] as const;
const fates = fc.array(fc.constantFrom(...FATES), { minLength: 40, maxLength: 40 });
const additions = fc.array(
  fc.record({
    after: fc.option(fc.nat(13)),
    kind: fc.constantFrom(
      "text",
      "text",
      "text",
      "same id",
      "taken id",
      "call",
      "text made a call",
      "empty",
      "emptied",
    ),
  }),
  { maxLength: 2 },
);
type Addition = { readonly after: number | null; readonly kind: string };

const base = { reason: "test", step: "test", tokensBefore: 1, tokensAfter: 0, reversible: false };
const drop = (target: string): Edit => ({ ...base, op: "drop", targets: [target] });
const replace = (target: string, produced: Part): Edit => ({ ...base, op: "replace", targets: [target], produced });

function editsOf(conversation: Conversation, chosen: readonly (typeof FATES)[number][]): Edit[] {
  const parts = indexParts(conversation);
  const { callOf } = matchPairs(parts);
  const partnersOf = (number: number) => {
    const own = callOf[number] === -1 ? number : (callOf[number] as number);
    return parts.entries.filter((other) => other.number === own || callOf[other.number] === own);
  };
  const gone = new Set<string>();
  for (const { number, part } of parts.entries) {
    if (chosen[number] === "drop") gone.add(part.id);
    if (chosen[number] === "drop with partner") for (const other of partnersOf(number)) gone.add(other.part.id);
  }
  const changed = parts.entries.flatMap(({ part, number }): Edit[] => {
    const fate = chosen[number];
    const id = `${part.id}~`;
    if (gone.has(part.id)) return [];
    if (fate === "rewrite") return [replace(part.id, { ...part, id }), replace(id, { ...part, id: `${id}~` })];
    if (fate === "to text" && number % 5 === 0) return [replace(part.id, text(id))];
    if (fate === "to other id" && "toolCallId" in part && number % 5 === 0)
      return [replace(part.id, { ...part, id, toolCallId: "c" })];
    if (fate === "to other kind" && part.type === "tool-call" && number % 2 === 0)
      return [replace(part.id, result(id, part.toolCallId))];
    return [];
  });
  return [...[...gone].map(drop), ...changed];
}

function insertsOf({ messages }: Conversation, added: readonly Addition[]): Edit[] {
  return added.flatMap(({ after, kind }, index): Edit[] => {
    const id = kind === "taken id" ? (messages[0]?.id ?? "m") : kind === "same id" ? "i" : `i${index}`;
    const part = kind === "call" ? call(`i${index}.0`, "d") : text(`i${index}.0`);
    const message = { id, role: "user", parts: kind === "empty" ? [] : [part] } as const;
    const place = after === null ? null : (messages[after % messages.length]?.id ?? null);
    const insert: Edit = { ...base, op: "insert", targets: [], message, after: place };
    if (kind === "emptied") return [insert, drop(part.id)];
    return kind === "text made a call" ? [insert, replace(part.id, call(`${part.id}~`, "d"))] : [insert];
  });
}

function judge(conversation: Conversation, edits: readonly Edit[]) {
  const parts = indexParts(conversation);
  const trace = traceEdits(parts, edits);
  return { told: staysValid(parts, matchPairs(parts), trace), result: renderEdits(conversation, trace) };
}

describe("staysValid", () => {
  test("what it calls valid has no violation in a full check", () => {
    let told = 0;
    let broken = 0;
    fc.assert(
      fc.property(sound, fates, additions, (conversation, chosen, added) => {
        expect(findViolations(conversation)).toEqual([]);
        const edits = [...editsOf(conversation, chosen), ...insertsOf(conversation, added)];
        const { told: isSound, result: after } = judge(conversation, edits);
        const violations = findViolations(after);
        if (isSound) expect(violations).toEqual([]);
        told += isSound ? 1 : 0;
        broken += violations.length > 0 ? 1 : 0;
      }),
      { numRuns: 1000, seed: 11 },
    );
    expect(told).toBeGreaterThan(100);
    expect(broken).toBeGreaterThan(100);
  });

  test("removing complete pairs, rewriting parts as their kind, and adding texts next to answered calls is valid", () => {
    const plain = ["keep", "drop with partner", "rewrite"] as const;
    fc.assert(
      fc.property(sound, fc.array(fc.constantFrom(...plain), { minLength: 40, maxLength: 40 }), (given, chosen) => {
        const isOpen = matchPairs(indexParts(given)).openCalls.length > 0;
        const added = isOpen ? [] : insertsOf(given, [{ after: 0, kind: "text" }]);
        expect(judge(given, [...editsOf(given, chosen), ...added]).told).toBe(true);
      }),
      { numRuns: 500, seed: 12 },
    );
  });
});
