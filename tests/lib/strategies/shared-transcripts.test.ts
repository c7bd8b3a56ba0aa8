import { beforeAll, describe, expect, test } from "vitest";
import { STRATEGIES } from "@/lib/strategies";
import type { Recipe } from "@/lib/strategies/recipe";
import { contextAt } from "@/lib/transcript/context-at";
import { checkStrategy } from "@/tests/support/check-strategy";
import { loadSharedSessions, type SharedSession, sampleRequests } from "@/tests/support/shared-transcripts";
import { testEnvironment } from "@/tests/support/strategy-environment";

const RECIPES: readonly Recipe[] = [
  ...STRATEGIES.map(({ id }) => id),
  { pipe: ["centagent-externalise", { id: "centagent-budget", params: { unit: "tokens", budget: 20_000 } }] },
];

/** Every law, wire formats included, on real conversations at ten requests each. */
describe("every strategy on every shared conversation", () => {
  let sessions: SharedSession[] = [];
  beforeAll(async () => {
    sessions = await loadSharedSessions();
  });

  test.each(RECIPES)("%s keeps every law", { timeout: 180_000 }, (recipe) => {
    let applied = 0;
    for (const { session } of sessions)
      for (const request of sampleRequests(session, 10)) {
        const result = checkStrategy(recipe, contextAt(session, request), testEnvironment({ force: true }));
        expect(result.status).not.toBe("failed");
        applied += result.status === "applied" ? 1 : 0;
      }
    if (sessions.length > 0) expect(applied).toBeGreaterThan(0);
  });
});
