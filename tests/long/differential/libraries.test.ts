import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  trimMessages,
} from "@langchain/core/messages";
import { type ModelMessage, pruneMessages } from "ai";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { pairedHistories } from "@/tests/support/paired-histories";
import { testEnvironment } from "@/tests/support/strategy-environment";

const histories = pairedHistories();

/**
 * Compares the products' own libraries with our presets, on random histories with complete pairs. Intended differences:
 * - a running loop with signed thinking stays complete here (nothing in the histories below is signed);
 * - a call and its result are kept or removed together here (the histories below repeat no id);
 * - the last typed message stays (the cases below end with one, or ask for `faithful`);
 * - `emptyMessages: "keep"` has no counterpart: we never keep a message without parts.
 */

/** The parts by id, in a form common to both sides. */
const toModelMessages = ({ messages }: Conversation): ModelMessage[] =>
  messages.map(({ role, parts }) => ({
    role,
    content:
      role === "user"
        ? parts.map((part) => ({
            type: "text",
            text: (part as { text: string }).text,
            providerOptions: { w: { id: part.id } },
          }))
        : parts.map((part) => toModelPart(part)),
  })) as ModelMessage[];

function toModelPart(part: Part) {
  const providerOptions = { w: { id: part.id } };
  if (part.type === "tool-result")
    return {
      type: part.type,
      toolCallId: part.toolCallId,
      toolName: part.toolName,
      output: { type: "text", value: "out" },
      providerOptions,
    };
  if (part.type === "opaque") return { ...(part.value as object), providerOptions };
  return { ...part, providerOptions };
}

const idsOfModel = (messages: readonly ModelMessage[]): string[] =>
  messages.flatMap(({ content }) =>
    (content as unknown as { providerOptions: { w: { id: string } } }[]).map(
      ({ providerOptions }) => providerOptions.w.id,
    ),
  );
const idsOf = ({ messages }: Conversation) => messages.flatMap(({ parts }) => parts.map(({ id }) => id));

const reasoningModes = fc.constantFrom("none", "all", "before-last-message");
const toolModes = fc.constantFrom("none", "all", "before-last-message", "before-last-messages");

describe("compared with the products' own libraries", () => {
  test("AI SDK pruneMessages 7", () => {
    let pruned = 0;
    fc.assert(
      fc.property(
        pairedHistories({ approvals: true }),
        reasoningModes,
        toolModes,
        fc.integer({ min: 0, max: 6 }),
        fc.boolean(),
        (before, reasoning, toolCalls, messages, isNamed) => {
          const tools = isNamed ? ["tool-1"] : [];
          const type = toolCalls === "before-last-messages" ? `before-last-${messages}-messages` : toolCalls;
          const theirs = pruneMessages({
            messages: toModelMessages(before),
            reasoning: reasoning as "all",
            toolCalls: type === "none" ? "none" : [{ type: type as "all", ...(isNamed && { tools }) }],
          });
          const ours = compressConversation(
            before,
            { id: "ai-sdk-prune", params: { reasoning, toolCalls, messages, tools } },
            testEnvironment(),
          );
          expect(idsOf(ours.conversation)).toEqual(idsOfModel(theirs));
          pruned += ours.status === "applied" ? 1 : 0;
        },
      ),
      { numRuns: 300, seed: 5 },
    );
    expect(pruned).toBeGreaterThan(100);
  });

  const toLangChain = (message: Message): BaseMessage => {
    const content = message.parts.map((part) => ("text" in part ? part.text : "out")).join("");
    const fields = { content, id: message.id };
    if (message.role === "system") return new SystemMessage(fields);
    if (message.role === "user") return new HumanMessage(fields);
    if (message.role === "tool") return new ToolMessage({ ...fields, tool_call_id: "x" });
    return new AIMessage(fields);
  };

  test("LangChain trimMessages", async () => {
    const environment = testEnvironment();
    let trimmed = 0;
    await fc.assert(
      fc.asyncProperty(
        histories,
        fc.boolean(),
        fc.integer({ min: 1, max: 120 }),
        fc.constantFrom("last", "first"),
        fc.constantFrom("user", "any"),
        fc.boolean(),
        async (drawn, hasSystem, maxTokens, strategy, startOn, isEndSet) => {
          const before = hasSystem ? { ...drawn, messages: [SYSTEM, ...drawn.messages] } : drawn;
          const sizes = new Map(before.messages.map((message) => [message.id, environment.tokensOf(message)]));
          const theirs = await trimMessages(before.messages.map(toLangChain), {
            maxTokens,
            strategy: strategy as "last",
            tokenCounter: (list: BaseMessage[]) => list.reduce((sum, { id }) => sum + (sizes.get(id ?? "") ?? 0), 0),
            ...(strategy === "last" && { includeSystem: true }),
            ...(strategy === "last" && startOn === "user" && { startOn: "human" as const }),
            ...(isEndSet && { endOn: ["human", "tool"] as const }),
          } as Parameters<typeof trimMessages>[1]);
          const wanted = theirs.flatMap((message) => (message ? [message.id] : []));
          const params = { maxTokens, strategy, startOn, endOn: isEndSet ? "user-or-tool" : "any", faithful: true };
          const ours = compressConversation(before, { id: "langchain-trim", params }, environment);
          // We refuse cuts through pairs and empty results; the product sends them.
          if (ours.failure?.code === "invalid-result") return;
          expect(ours.conversation.messages.map(({ id }) => id)).toEqual(wanted);
          trimmed += ours.status === "applied" ? 1 : 0;
        },
      ),
      { numRuns: 300, seed: 6 },
    );
    expect(trimmed).toBeGreaterThan(60);
  });
});

const SYSTEM: Message = { id: "s", role: "system", parts: [{ id: "s.0", type: "text", text: "rules" }] };
