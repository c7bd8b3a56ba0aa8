import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawKept } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const environment = testEnvironment();
const forced = testEnvironment({ force: true });
/** Events 1..n; only the first is a user's, so that no rule of ours protects one of the others. */
const events = (n: number): Conversation =>
  drawConversation(Array.from({ length: n }, (_, i) => `${i === 0 ? "user" : "assistant"}: event ${i + 1}`).join("\n"));
/** Numbers of the events that are left, from 1. */
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

  test("no room for a tail: nothing of it stays; faithful keeps everything, as a slice from -0 does", () => {
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

/** The product's own law counts one more after a condensation: there the condensation is an event of the view too. */
describe("openhands-amortised: the size law", () => {
  test.each([
    [10, 1],
    [20, 3],
    [12, 0],
  ])("max %i, keep first %i", (maxSize, keepFirst) => {
    const recipe = { id: "openhands-amortised", params: { maxSize, keepFirst } };
    const target = Math.floor(maxSize / 2);
    const period = maxSize - target + 1;
    let current: Conversation = { tools: [], messages: [] };
    const all = events(45).messages;
    let condensations = 0;
    for (const [index, message] of all.entries()) {
      current = { tools: [], messages: [...current.messages, message] };
      const result = compressConversation(current, recipe, environment);
      condensations += result.status === "applied" ? 1 : 0;
      current = result.conversation;
      const size = index < maxSize ? index + 1 : ((index - maxSize) % period) + target;
      // Event 0 is the only user message here and always stays: with keepFirst 0 it takes one more place.
      if (keepFirst > 0) expect(current.messages).toHaveLength(size);
      if (keepFirst > 0) expect(condensations).toBe(index < maxSize ? 0 : Math.floor((index - maxSize) / period) + 1);
      expect(current.messages.slice(0, keepFirst)).toEqual(all.slice(0, Math.min(keepFirst, index + 1)));
      expect(current.messages.at(-1)).toBe(message);
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
  ])("%s", (_, drawing, kept) => {
    const before = drawConversation(drawing);
    expect(left(before, checkStrategy("openhands-window", before, forced).conversation)).toEqual(kept);
  });

  test("nothing without a user message; only on overflow", () => {
    const before = drawConversation(`assistant: a\n${pair(1)}\n${pair(2)}`);
    expect(checkStrategy("openhands-window", before, forced).status).toBe("noop");
    expect(checkStrategy("openhands-window", events(30), environment)).toMatchObject({
      status: "noop",
      trigger: { fired: false },
    });
  });
});
