import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { evenCount } from "@/lib/strategies/grammar/even-cut";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawKept } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const forced = testEnvironment({ force: true });
const alternating = (n: number): Conversation =>
  drawConversation(
    Array.from({ length: n }, (_, i) => `${i % 2 === 0 ? "user" : "assistant"}: text ${i + 1}`).join("\n"),
  );
const truncate = (before: Conversation, params: { fraction: number; faithful?: boolean }) =>
  checkStrategy({ id: "roo-truncate", params }, before, forced, { isFaithful: params.faithful ?? false });

describe("roo-truncate: facts of Roo 3.25.8's own tests", () => {
  test("[1..7] at one half leaves [1,4,5,6,7]", () => {
    const before = alternating(7);
    expect(drawKept(before, truncate(before, { fraction: 0.5 }).conversation)).toBe("0 3 4 5 6");
  });

  test.each([
    [3, 0.5, 0],
    [5, 0.5, 2],
    [7, 0.3, 0],
    [4, 1.0, 2],
    [11, 0.5, 4],
    [11, 0, 0],
    [2, 1.0, 0],
    [1, 1.0, 0],
  ])("n=%i, f=%f removes %i", (n, fraction, removed) => {
    expect(evenCount(n, fraction)).toBe(removed);
    const before = alternating(n);
    const result = truncate(before, { fraction, faithful: true });
    expect(result.stats.messagesBefore - result.stats.messagesAfter).toBe(removed);
    if (removed === 0) expect(result.conversation).toBe(before);
  });

  test("n=4, f=1: the last typed user message stays, unless the original is followed", () => {
    const before = alternating(4);
    expect(drawKept(before, truncate(before, { fraction: 1 }).conversation)).toBe("0 2 3");
    expect(drawKept(before, truncate(before, { fraction: 1, faithful: true }).conversation)).toBe("0 3");
  });

  test.each([
    [undefined, 81_807, false],
    [undefined, 81_808, false],
    [undefined, 81_809, true],
    [0, 81_809, true],
    [50_000, 39_999, false],
    [50_000, 40_000, false],
    [50_000, 50_001, true],
    [30_000, 59_999, false],
    [30_000, 60_001, true],
  ])("window 100k, reserved %s, %i tokens: fires %s", (reserved, tokens, fires) => {
    const conversation = alternating(11);
    const inMessages = conversation.messages.reduce((sum, message) => sum + forced.tokensOf(message), 0);
    const environment = testEnvironment({ budget: { window: 100_000, reserve: 0 }, fixedTokens: tokens - inMessages });
    const params = reserved === undefined ? {} : { reserved };
    const result = compressConversation(conversation, { id: "roo-truncate", params }, environment);
    expect(result.trigger).toMatchObject({ fired: fires, value: tokens });
    expect(result.status).toBe(fires ? "applied" : "noop");
  });
});

const withTools = drawConversation(`
  user: the task
  assistant: plan
  user: go on
  assistant: call 1 read a
  user: also this
  tool: result 1 content of a
  assistant: done
  user: thanks
  assistant: bye
`);

describe("roo-truncate and pairs", () => {
  test("by default the partner of a cut part is removed too", () => {
    const result = checkStrategy("roo-truncate", withTools, forced);
    expect(drawKept(withTools, result.conversation)).toBe("0 6 7 8");
  });

  test("faithful: the original's cut, refused with the rule it breaks", () => {
    const recipe = { id: "roo-truncate", params: { faithful: true } };
    const result = checkStrategy(recipe, withTools, forced, { isFaithful: true });
    expect(result.status).toBe("failed");
    expect(result.failure?.code).toBe("invalid-result");
    expect(result.warnings.map(({ code }) => code)).toContain("orphan-result");
  });

  test("with a target the window slides until it fits, otherwise reports what is possible", () => {
    const conversation = alternating(41);
    const environment = testEnvironment();
    const fits = compressConversation(conversation, "roo-truncate", environment, { target: { fraction: 0.3 } });
    expect(fits.status).toBe("applied");
    expect(fits.stats.tokensAfter).toBeLessThanOrEqual(fits.stats.tokensBefore * 0.3);
    const tooSmall = compressConversation(conversation, "roo-truncate", environment, { target: { tokens: 1 } });
    expect(tooSmall.failure).toMatchObject({ code: "budget-unachievable" });
    expect(tooSmall.failure?.bestTokens).toBeGreaterThan(1);
    expect(tooSmall.conversation).toBe(conversation);
  });

  test("system messages are separate from the history", () => {
    const before = drawConversation(
      "system: rules\nuser: 1\nassistant: 2\nuser: 3\nassistant: 4\nuser: 5\nassistant: 6\nuser: 7",
    );
    expect(drawKept(before, checkStrategy("roo-truncate", before, forced).conversation)).toBe("0 1 4 5 6 7");
  });
});
