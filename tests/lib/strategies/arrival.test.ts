import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { drawConversation } from "@/tests/support/draw-conversation";
import { codingSession } from "@/tests/support/growing-conversation";
import { checkKeepsEdits, KEEPERS } from "@/tests/support/growth-law";
import { testEnvironment } from "@/tests/support/strategy-environment";

const ARRIVING = new Set(STRATEGIES.filter(({ mode }) => mode === "as-messages-arrive").map(({ id }) => id));

// Valid histories: a request is sent once every call of the previous answer has its result.
describe("strategies that decide as messages arrive never touch what was sent", () => {
  test.each(KEEPERS.filter(({ name }) => ARRIVING.has(name)))("$name", ({ recipe }) => {
    const count = { steps: 0, acted: 0, changed: 0 };
    for (const histories of [codingSession(), arbitraryConversation({ isClean: true })])
      fc.assert(
        fc.property(histories, (history) => checkKeepsEdits(recipe, history, count)),
        { numRuns: 20, seed: 23 },
      );
    expect(count.acted).toBeGreaterThan(0);
    // Each prompt starts with the entire previous prompt: the prefix that the provider has cached.
    expect(count.changed).toBe(0);
  });

  test("promises to keep its edits, and the prefix", () => {
    expect(ARRIVING.size).toBeGreaterThan(0);
    for (const { mode, cache, keepsEdits } of STRATEGIES)
      expect([cache, keepsEdits]).toEqual(
        mode === "as-messages-arrive" ? ["keeps-prefix", true] : [expect.stringMatching(/^rewrites-/), keepsEdits],
      );
  });
});

describe("a run's mode", () => {
  const history = drawConversation(
    [
      "user: look",
      "assistant: call 1 bash ls",
      `tool: result 1 ${"a line of output ".repeat(300)}`,
      "assistant: call 2 bash pwd",
      "tool: result 2 short",
    ].join("\n"),
  );
  const run = (recipe: Parameters<typeof compressConversation>[1]) =>
    compressConversation(history, recipe, testEnvironment());

  test("as messages arrive, the entire result can be read from the cache and nothing is rewritten", () => {
    const { strategy, stats, cache } = run("centagent-externalise");
    expect(strategy.mode).toBe("as-messages-arrive");
    expect(stats.tokensSaved).toBeGreaterThan(0);
    expect(cache).toMatchObject({
      prefixTokensKept: stats.tokensAfter,
      suffixTokensRewritten: 0,
      breakEvenRequests: 0,
    });
  });

  test("a pipe is a late cut if any of its strategies is", () => {
    expect(run({ pipe: ["centagent-externalise"] }).strategy.mode).toBe("as-messages-arrive");
    const mixed = run({ pipe: ["centagent-externalise", "swe-agent-last-n"] });
    expect(mixed.strategy.mode).toBe("late-cut");
    expect(mixed.cache.suffixTokensRewritten).toBeGreaterThan(0);
  });
});
