import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { ClearToolUsesEdit, summarizationMiddleware } from "langchain";
import { describe, expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { partText, type ToolCallPart } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { isSummary } from "@/lib/strategies/summaries/summary-message";
import { fakeSummariser } from "@/tests/support/fake-summariser";
import { pairedHistories } from "@/tests/support/paired-histories";
import { testEnvironment } from "@/tests/support/strategy-environment";

/**
 * Compares LangChain's own middleware (langchain 1.5.14) with our presets. Intended differences:
 * - the system message stays here; the product gives it to its summariser and drops it from the state;
 * - a summary that would not be smaller than what it replaces is refused here;
 * - orphan results stay unless `faithful`, and inputs other than emptied ones are left alone;
 * - if `clearAtLeast` is not reached nothing is cleared here; the product goes on to clear what it meant to keep.
 */

const WINDOW = 2_000;
const environment = testEnvironment();
const textOf = ({ parts }: Message) => parts.map(partText).join("");
const callsOf = ({ parts }: Message) => parts.filter((part): part is ToolCallPart => part.type === "tool-call");

function toLangChain(message: Message): BaseMessage {
  const fields = { content: textOf(message), id: message.id };
  const [first] = message.parts;
  if (message.role === "system") return new SystemMessage(fields);
  if (message.role === "user") return new HumanMessage(fields);
  if (first?.type === "tool-result")
    return new ToolMessage({ ...fields, tool_call_id: first.toolCallId, name: first.toolName ?? "" });
  const tool_calls = callsOf(message).map(({ toolCallId, toolName }) => ({
    id: toolCallId,
    name: toolName,
    args: { path: "a.ts" },
  }));
  return new AIMessage({ ...fields, tool_calls });
}

/** The same count on both sides: by message, as ours counts the original. */
function counterOf({ messages }: Conversation) {
  const sizes = new Map(messages.map((message) => [message.id, environment.tokensOf(message)]));
  return (list: BaseMessage[]) => list.reduce((sum, { id }) => sum + (sizes.get(id ?? "") ?? 0), 0);
}

const SYSTEM: Message = { id: "s", role: "system", parts: [{ id: "s.0", type: "text", text: "rules" }] };
const withSystem = (drawn: Conversation, hasSystem: boolean): Conversation =>
  hasSystem ? { ...drawn, messages: [SYSTEM, ...drawn.messages] } : drawn;

describe("summarizationMiddleware", () => {
  const model = { profile: { maxInputTokens: WINDOW }, invoke: async () => ({ content: "short" }) };
  const { summaries } = fakeSummariser("short");
  type Rule = { trigger: object | object[]; keep: object };

  async function theirs(before: Conversation, { trigger, keep }: Rule): Promise<string[] | null> {
    const options = { model, trigger, keep, tokenCounter: counterOf(before) };
    const { beforeModel } = summarizationMiddleware(options as never) as unknown as {
      beforeModel: (state: object, runtime: object) => Promise<{ messages: BaseMessage[] } | undefined>;
    };
    const update = await beforeModel({ messages: before.messages.map(toLangChain) }, { context: {} });
    return update ? update.messages.slice(2).map(({ id }) => id ?? "") : null;
  }

  const figures = fc.record({
    fraction: fc.constantFrom(0, 0.1, 0.333, 0.85),
    tokens: fc.constantFrom(0, 50, 400),
    messages: fc.constantFrom(0, 4, 9),
    isAll: fc.boolean(),
    keep: fc.integer({ min: 1, max: 12 }),
    keepTokens: fc.constantFrom(0, 0, 1, 30, 200, 900),
  });

  test("cuts where the product cuts, with every kind of clause", async () => {
    const counts = { folded: 0, left: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        pairedHistories({ scale: 8, orphans: true }),
        fc.boolean(),
        figures,
        async (drawn, hasSystem, rule) => {
          const { fraction, tokens, messages, isAll, keep, keepTokens } = rule;
          const before = withSystem(drawn, hasSystem);
          const clause = { ...(fraction && { fraction }), ...(tokens && { tokens }), ...(messages && { messages }) };
          const each = Object.entries(clause).map(([key, value]) => ({ [key]: value }));
          if (each.length === 0) return;
          const wanted = await theirs(before, {
            trigger: isAll ? clause : each,
            keep: keepTokens > 0 ? { tokens: keepTokens } : { messages: keep },
          });
          const params = {
            fraction,
            triggerTokens: tokens,
            triggerMessages: messages,
            clauses: isAll ? "all" : "any",
            keep,
            keepTokens,
          };
          const budget = { window: WINDOW, reserve: 0 };
          const ours = compressConversation(
            before,
            { id: "langchain-summarize", params },
            testEnvironment({ budget, summaries }),
          );
          const isRefused = ours.warnings.some(({ code }) => code === "summary-grew" || code === "summary-no-room");
          if (isRefused) counts.refused += 1;
          else if (wanted === null) counts.left += 1;
          else counts.folded += 1;
          if (isRefused) {
            expect(wanted).not.toBeNull();
            return;
          }
          const left = ours.conversation.messages.filter((message) => !isSummary(message) && message.role !== "system");
          const all = drawn.messages.map(({ id }) => id);
          expect(left.map(({ id }) => id)).toEqual(wanted ?? all);
          expect(ours.status).toBe(wanted === null ? "noop" : "applied");
        },
      ),
      { numRuns: 600, seed: 8 },
    );
    expect(counts.folded).toBeGreaterThan(150);
    expect(counts.left).toBeGreaterThan(50);
    expect(counts.refused).toBeLessThan(counts.folded / 2);
  });
});

describe("ClearToolUsesEdit", () => {
  const PLACEHOLDER = "[cleared]";
  type Seen = { readonly id: string; readonly isCleared: boolean; readonly emptied: readonly string[] };

  const seenByThem = (messages: readonly BaseMessage[], before: Conversation): Seen[] => {
    const byCall = new Map(
      before.messages.flatMap(({ id, parts }) =>
        parts.flatMap((part) => (part.type === "tool-result" ? [[part.toolCallId, id] as const] : [])),
      ),
    );
    return messages.map((message) => ({
      id: message.id ?? byCall.get((message as ToolMessage).tool_call_id) ?? "",
      isCleared: message.content === PLACEHOLDER,
      emptied: ((message as AIMessage).tool_calls ?? []).flatMap(({ id, args }) =>
        Object.keys(args).length === 0 ? [id ?? ""] : [],
      ),
    }));
  };
  const seenByUs = ({ messages }: Conversation): Seen[] =>
    messages.map((message) => ({
      id: message.id,
      isCleared: textOf(message) === PLACEHOLDER,
      emptied: callsOf(message).flatMap(({ toolCallId, input }) =>
        JSON.stringify(input) === "{}" ? [toolCallId] : [],
      ),
    }));
  /** The product empties calls with arguments; so do ours. */
  const withInputs = (conversation: Conversation): Conversation => ({
    ...conversation,
    messages: conversation.messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) => (part.type === "tool-call" ? { ...part, input: { path: "a.ts" } } : part)),
    })),
  });

  test("clears what the product clears: newest kept by number or tokens, excluded tools, inputs, orphans", async () => {
    let cleared = 0;
    await fc.assert(
      fc.asyncProperty(
        pairedHistories({ scale: 8, orphans: true }),
        fc.record({
          triggerTokens: fc.constantFrom(1, 300, 900),
          triggerMessages: fc.constantFrom(0, 8),
          keep: fc.nat(5),
          keepTokens: fc.constantFrom(0, 0, 20, 150),
          excludes: fc.boolean(),
          clearToolInputs: fc.boolean(),
        }),
        async (drawn, { triggerTokens, triggerMessages, keep, keepTokens, excludes, clearToolInputs }) => {
          const before = withInputs(drawn);
          const excludeTools = excludes ? ["tool-1"] : [];
          const count = counterOf(before);
          const edit = new ClearToolUsesEdit({
            trigger: [{ tokens: triggerTokens }, ...(triggerMessages > 0 ? [{ messages: triggerMessages }] : [])],
            keep: keepTokens > 0 ? { tokens: keepTokens } : { messages: keep },
            excludeTools,
            clearToolInputs,
          });
          const messages = before.messages.map(toLangChain);
          await edit.apply({ messages, countTokens: count } as never);
          const params = { triggerTokens, triggerMessages, keep, keepTokens, excludeTools, clearToolInputs };
          const ours = compressConversation(
            before,
            { id: "langchain-clear-tools", params: { ...params, faithful: true } },
            environment,
          );
          expect(seenByUs(ours.conversation)).toEqual(seenByThem(messages, before));
          cleared += ours.edits.some(({ op }) => op === "replace") ? 1 : 0;
        },
      ),
      { numRuns: 400, seed: 9 },
    );
    expect(cleared).toBeGreaterThan(100);
  });

  test("clearAtLeast: the product clears what it meant to keep, newest first; here nothing happens (intended)", async () => {
    const [drawn] = fc
      .sample(pairedHistories({ scale: 8 }), { numRuns: 40, seed: 2 })
      .filter(({ messages }) => messages.filter(({ role }) => role === "tool").length > 3);
    if (!drawn) throw new Error("no history with four results");
    const messages = drawn.messages.map(toLangChain);
    const edit = new ClearToolUsesEdit({ trigger: { tokens: 1 }, keep: { messages: 1 }, clearAtLeast: 1_000_000 });
    await edit.apply({ messages, countTokens: counterOf(drawn) } as never);
    expect(messages.filter(({ content }) => content === PLACEHOLDER)).toHaveLength(
      drawn.messages.filter(({ role }) => role === "tool").length,
    );
    const params = { triggerTokens: 1, keep: 1, clearAtLeast: 1_000_000 };
    expect(compressConversation(drawn, { id: "langchain-clear-tools", params }, environment).status).toBe("noop");
  });
});
