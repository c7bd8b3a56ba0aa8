import fc from "fast-check";
import { expect, test } from "vitest";
import { compressGrown } from "@/lib/compress/compress-grown";
import { codingSession } from "@/tests/support/growing-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

test.each(["winnow", "manus"])("%s reaches the smallest target that it names", (id) => {
  let named = 0;
  fc.assert(
    fc.property(codingSession(), fc.integer({ min: 0, max: 400 }), (history, tokens) => {
      const at = (target: number) =>
        compressGrown(history, { id }, testEnvironment(), { target: { tokens: target } }).compression;
      const best = at(tokens).failure?.bestTokens;
      if (best === undefined) return;
      named += 1;
      expect(at(best).failure).toBeUndefined();
    }),
    { numRuns: 6, seed: 11 },
  );
  expect(named).toBeGreaterThan(0);
});
