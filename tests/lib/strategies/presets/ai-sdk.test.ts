import { describe, expect, test } from "vitest";
import type { Recipe } from "@/lib/strategies/recipe/recipe";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawingOf } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

/** The two histories of pruneMessages' own tests, with a prompt after the first so that no rule of ours protects a part. */
const P2 = `
  user: weather and time
  assistant: !first | call call-1 tool-1 x | call call-2 tool-2 x
`;
const P1 = drawConversation(`${P2}
  tool: result call-1 sunny | error call-2 no clock
  assistant: !second | it is sunny
`);
const unsigned = (conversation: typeof P1) => ({
  ...conversation,
  messages: conversation.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => (part.type === "reasoning" ? { ...part, signature: undefined } : part)),
  })),
});
const run = (recipe: Recipe, before = P1) =>
  drawingOf(
    checkStrategy(recipe, unsigned(before) as typeof P1, testEnvironment(), { splitsBatches: true }).conversation,
  ).split("\n");
const prune = (params: object): Recipe => ({
  id: "ai-sdk-prune",
  params: { reasoning: "none", toolCalls: "none", ...params },
});

describe("ai-sdk-prune: the fixtures of pruneMessages", () => {
  test("removes all reasoning, or all except the last message's", () => {
    expect(run(prune({ reasoning: "all" }))).toEqual([
      "user: weather and time",
      "assistant: call call-1 tool-1 | call call-2 tool-2",
      "tool: result call-1 sunny | error call-2 no clock",
      "assistant: it is sunny",
    ]);
    expect(run(prune({ reasoning: "before-last-message" }))[3]).toBe("assistant: !second | it is sunny");
  });

  test("all calls: reasoning that led to nothing else goes with them, as since version 6.0.326", () => {
    expect(run(prune({ toolCalls: "all" }))).toEqual(["user: weather and time", "assistant: !second | it is sunny"]);
  });

  test("before the last two messages: ids of remaining results keep their calls", () => {
    expect(run(prune({ toolCalls: "before-last-messages", messages: 2 }))).toEqual(drawingOf(P1).split("\n"));
  });

  test("calls without results at the end stay", () => {
    const before = drawConversation(P2);
    expect(run(prune({ toolCalls: "before-last-message" }), before)).toEqual(drawingOf(before).split("\n"));
  });

  test("two questions, no call in the last message: both calls and results are removed, texts stay", () => {
    const before = drawConversation(`
      user: one
      assistant: let me see | call a t x
      tool: result a y
      assistant: first
      user: two
      assistant: let me look | call b t x
      tool: result b z
      assistant: second
      user: thanks
    `);
    const left = run(prune({ toolCalls: "before-last-message" }), before);
    expect(left).toHaveLength(7);
    expect(left.join("\n")).not.toMatch(/call|result/);
  });

  test("one rule per tool: a pipe of two", () => {
    const pipe = [
      prune({ toolCalls: "all", tools: ["tool-1"] }),
      prune({ toolCalls: "before-last-messages", messages: 2, tools: ["tool-2"] }),
    ];
    expect(run({ pipe } as Recipe)).toEqual([
      "user: weather and time",
      "assistant: !first | call call-2 tool-2",
      "tool: error call-2 no clock",
      "assistant: !second | it is sunny",
    ]);
  });

  test("before the last 0 messages means before all of them, as since version 7 (in version 6, it meant none)", () => {
    expect(run(prune({ toolCalls: "before-last-messages", messages: 0 }))).toEqual(run(prune({ toolCalls: "all" })));
  });
});
