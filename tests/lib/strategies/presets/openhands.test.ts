import { describe, expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { isSummary } from "@/lib/strategies/summaries/summary-message";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawKept } from "@/tests/support/draw-conversation";
import { fakeSummariser } from "@/tests/support/fake-summariser";
import { testEnvironment } from "@/tests/support/strategy-environment";

const environment = testEnvironment();
const forced = testEnvironment({ force: true });
/** Events 1..n; only the first is the user's, so that no rule of ours protects the others. */
const events = (n: number, text = ""): Conversation =>
  drawConversation(
    Array.from({ length: n }, (_, i) => `${i === 0 ? "user" : "assistant"}: event ${i + 1} ${text}`).join("\n"),
  );
/** Numbers of the remaining events, from 1. */
const left = (before: Conversation, after: Conversation) =>
  drawKept(before, after)
    .split(" ")
    .map((number) => Number(number) + 1);

describe("openhands-recent", () => {
  test.each([
    [3, 1, [1, 4, 5]],
    [2, 1, [1, 5]],
    [3, 2, [1, 2, 5]],
  ])("events 1..5, at most %i, keep first %i: %o", (maxEvents, keepFirst, kept) => {
    const before = events(5);
    const result = checkStrategy({ id: "openhands-recent", params: { maxEvents, keepFirst } }, before, environment);
    expect(left(before, result.conversation)).toEqual(kept);
  });

  test("no room for a tail: none of it stays; faithful keeps everything, as a slice from -0 does", () => {
    const params = { maxEvents: 2, keepFirst: 2 };
    const before = events(5);
    expect(left(before, checkStrategy({ id: "openhands-recent", params }, before, environment).conversation)).toEqual([
      1, 2,
    ]);
    const faithful = { id: "openhands-recent", params: { ...params, faithful: true } };
    expect(checkStrategy(faithful, before, environment).status).toBe("noop");
  });
});

test("openhands-masking: observations outside the window are masked, actions stay", () => {
  const pairs = Array.from(
    { length: 6 },
    (_, i) => `assistant: call ${i} bash ls\ntool: result ${i} ${"x".repeat(90)}`,
  );
  const before = drawConversation(["user: go", ...pairs].join("\n"));
  const result = checkStrategy({ id: "openhands-masking", params: { window: 5 } }, before, environment);
  const masked = result.conversation.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "tool-result" && part.id.endsWith("~mask") ? [part.toolCallId] : [])),
  );
  expect(masked).toEqual(["0", "1", "2"]);
  expect(result.conversation.messages[2]?.parts[0]).toMatchObject({ output: [{ type: "text", text: "<MASKED>" }] });
});

/**
 * The product's law, from its tests: view number `index` has `index + 1` events up to the limit, then `(index - max)
 * mod target + target + 1`. A run that condenses shows no view.
 */
describe("the size law of the rolling condensers", () => {
  const sizeAt = (index: number, max: number) => {
    const target = max / 2;
    return index < max ? index + 1 : ((index - max) % target) + target + 1;
  };
  const condensationsAt = (index: number, max: number) => (index < max ? 0 : Math.floor((index - max) / (max / 2)) + 1);
  const all = events(45, "event with many words so that a summary of some of them is shorter ".repeat(6)).messages;
  const STRUCTURED = "## user_context\n- a\n## completed_tasks\n- b\n## pending_tasks\n- c";

  test.each([
    ["openhands-amortised", 10, 1],
    ["openhands-amortised", 20, 3],
    ["openhands-summarising", 10, 1],
    ["openhands-summarising", 20, 3],
    ["openhands-structured", 10, 1],
    ["openhands-attention", 10, 1],
  ])("%s, max %i, keep first %i", (id, maxSize, keepFirst) => {
    const { summaries } = fakeSummariser(id === "openhands-attention" ? "2, 4, 99" : STRUCTURED);
    const ours = testEnvironment({ summaries });
    let current: Conversation = { tools: [], messages: [] };
    let [views, condensations] = [0, 0];
    for (const [index, message] of all.entries()) {
      current = { tools: [], messages: [...current.messages, message] };
      const result = compressConversation(current, { id, params: { maxSize, keepFirst } }, ours);
      current = result.conversation;
      if (result.status === "applied") {
        condensations += 1;
        expect(current.messages).toHaveLength(maxSize / 2);
        if (id.endsWith("ing") || id.endsWith("structured"))
          expect(isSummary(current.messages[keepFirst] as Message)).toBe(true);
        continue;
      }
      expect(current.messages).toHaveLength(sizeAt(views, maxSize));
      expect(condensations).toBe(condensationsAt(views, maxSize));
      expect(current.messages.slice(0, keepFirst)).toEqual(all.slice(0, Math.min(keepFirst, index + 1)));
      expect(current.messages.at(-1)).toBe(message);
      views += 1;
    }
    expect(condensations).toBeGreaterThan(2);
  });

  test("keepFirst must be less than half", () => {
    const result = compressConversation(
      events(5),
      { id: "openhands-amortised", params: { maxSize: 10, keepFirst: 5 } },
      environment,
    );
    expect(result).toMatchObject({ status: "failed", failure: { code: "strategy-failed" } });
  });
});

describe("openhands-window: what is kept of events numbered from 1", () => {
  const recall = "assistant: call r recall knowledge\ntool: result r facts";
  const pair = (id: number) => `assistant: call ${id} bash ls\ntool: result ${id} out`;
  test.each([
    ["ten events", `system: s\nuser: go\n${recall}\n${pair(1)}\n${pair(2)}\n${pair(3)}`, [1, 2, 3, 4, 9, 10]],
    ["no system", `user: go\n${recall}\n${pair(1)}\n${pair(2)}\n${pair(3)}`, [1, 2, 3, 8, 9]],
    ["short: what dangles goes too", `system: s\nuser: go\n${recall}\n${pair(1)}`, [1, 2, 3, 4]],
    ["only essentials", `system: s\nuser: go\n${recall}`, [1, 2, 3, 4]],
    [
      "results without calls at the cut",
      `system: s\nuser: go\n${recall}\ntool: result x lost\ntool: result y lost\n${pair(1)}\n${pair(2)}`,
      [1, 2, 3, 4, 9, 10],
    ],
    [
      "nothing but results without calls",
      `system: s\nuser: go\n${recall}\ntool: result x lost\ntool: result y lost`,
      [1, 2, 3, 4],
    ],
  ])("%s", (_, drawing, kept) => {
    const before = drawConversation(drawing);
    expect(left(before, checkStrategy("openhands-window", before, forced).conversation)).toEqual(kept);
  });

  test("says so if only the essentials remain", () => {
    const codes = (drawing: string) =>
      checkStrategy("openhands-window", drawConversation(drawing), forced).warnings.map(({ code }) => code);
    expect(codes(`system: s\nuser: go\n${recall}\ntool: result x lost\ntool: result y lost`)).toContain(
      "only-essentials",
    );
    expect(codes(`system: s\nuser: go\n${recall}\n${pair(1)}\n${pair(2)}`)).not.toContain("only-essentials");
  });

  test("the product forgets a later prompt; here the newest stays, unless the product is followed to the letter", () => {
    const drawing = `system: s\nuser: go\n${recall}\n${pair(1)}\nuser: and this\nassistant: call q recall more\ntool: result q facts\n${pair(2)}`;
    const before = drawConversation(drawing);
    const run = (faithful: boolean) => {
      const recipe = { id: "openhands-window", params: { faithful } };
      return left(before, checkStrategy(recipe, before, forced, { isFaithful: faithful }).conversation);
    };
    expect(run(true)).toEqual([1, 2, 3, 4, 10, 11]);
    expect(run(false)).toEqual([1, 2, 3, 4, 7, 10, 11]);
  });

  test("does nothing to an empty history", () => {
    expect(checkStrategy("openhands-window", { tools: [], messages: [] }, forced).status).toBe("noop");
  });

  test("does nothing without a user message, or without overflow", () => {
    const before = drawConversation(`assistant: a\n${pair(1)}\n${pair(2)}`);
    expect(checkStrategy("openhands-window", before, forced).status).toBe("noop");
    expect(checkStrategy("openhands-window", events(30), environment)).toMatchObject({
      status: "noop",
      trigger: { fired: false },
    });
  });
});
