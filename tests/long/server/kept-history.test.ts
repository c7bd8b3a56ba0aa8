import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codingSession } from "@/tests/support/growing-conversation";
import { calls, checkState, SHAPES, WITHOUT_MODEL } from "@/tests/support/kept-history";

/** The law of tests/lib/server/kept-history.test.ts over more and longer histories, drawn anew in every run. */
describe.each(SHAPES)("state in $format bodies is worth as much as a compressed history that is kept", (shape) => {
  test.each(WITHOUT_MODEL)("$name", async ({ recipe }) => {
    const count = { cycles: 0, changed: 0 };
    await fc.assert(
      fc.asyncProperty(calls(shape), codingSession(30), (call, history) => checkState(recipe, call, history, count)),
      { numRuns: 30 },
    );
    expect(count.cycles).toBeGreaterThan(60);
  });
});
