import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { codingSession } from "@/tests/support/growing-conversation";
import { checkKeepsEdits, KEEPERS } from "@/tests/support/growth-law";
import { draws } from "@/tests/support/samples";

/** The law of tests/lib/strategies/growth.test.ts over longer sessions, drawn at random in every run. */
test.each(KEEPERS)("$name undoes no edit as histories grow", ({ recipe }) => {
  const count = { steps: 0, acted: 0, changed: 0 };
  for (const histories of [codingSession(60), arbitraryConversation()])
    fc.assert(
      fc.property(histories, (history) => checkKeepsEdits(recipe, history, count)),
      { numRuns: draws(40, 100) },
    );
  expect(count.acted).toBeGreaterThan(0);
});
