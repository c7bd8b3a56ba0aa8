import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STRATEGIES } from "@/lib/strategies";
import type { Recipe } from "@/lib/strategies/recipe";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { checkStrategy } from "@/tests/support/check-strategy";
import { testEnvironment } from "@/tests/support/strategy-environment";

const IDEMPOTENT = new Set(["centagent-externalise", "swe-agent-last-n", "centagent-budget"]);

const CASES: { name: string; recipe: Recipe; isIdempotent: boolean; isFaithful?: boolean }[] = [
  ...STRATEGIES.map(({ id }) => ({ name: id, recipe: id, isIdempotent: IDEMPOTENT.has(id) })),
  {
    name: "budget of 300 characters",
    recipe: { id: "centagent-budget", params: { budget: 300, longOutput: 100 } },
    isIdempotent: true,
  },
  {
    name: "small outputs put aside",
    recipe: {
      id: "centagent-externalise",
      params: { minCharacters: 200, keepErrors: false, headLines: 2, logLines: 3 },
    },
    isIdempotent: true,
  },
  {
    name: "last 1 by 3, errors kept",
    recipe: { id: "swe-agent-last-n", params: { n: 1, polling: 3, keepErrors: true } },
    isIdempotent: true,
  },
  {
    name: "roo, faithful",
    recipe: { id: "roo-truncate", params: { faithful: true, fraction: 0.7 } },
    isIdempotent: false,
    isFaithful: true,
  },
  {
    name: "kilo, faithful",
    recipe: { id: "kilo-truncate", params: { faithful: true } },
    isIdempotent: false,
    isFaithful: true,
  },
  {
    name: "a pipe",
    recipe: {
      pipe: [
        "centagent-externalise",
        "swe-agent-last-n",
        { id: "centagent-budget", params: { unit: "tokens", budget: 400 } },
      ],
    },
    isIdempotent: false,
  },
];

describe("the laws of every strategy hold on random histories", () => {
  test.each(CASES)("$name", ({ recipe, isIdempotent, isFaithful }) => {
    let applied = 0;
    fc.assert(
      fc.property(arbitraryConversation(), fc.option(fc.nat(60)), (conversation, pinned) => {
        const ids = pinned === null ? [] : [`m${pinned}`];
        const environment = testEnvironment({ force: true, protect: { ids }, fixedTokens: 100 });
        const result = checkStrategy(recipe, conversation, environment, {
          isIdempotent,
          isFaithful: isFaithful ?? false,
        });
        if (!isFaithful) expect(result.status).not.toBe("failed");
        applied += result.status === "applied" ? 1 : 0;
      }),
      { numRuns: 80, seed: 7 },
    );
    expect(applied).toBeGreaterThan(3);
  });

  test.each(STRATEGIES.map(({ id }) => id))("%s meets a target or says why not", (id) => {
    fc.assert(
      fc.property(arbitraryConversation(), fc.integer({ min: 50, max: 4000 }), (conversation, target) => {
        const environment = testEnvironment({ budget: { window: 200_000, reserve: 8_000, target } });
        const result = checkStrategy(id, conversation, environment);
        if (result.status === "failed") expect(result.failure?.code).toBe("budget-unachievable");
        else expect(result.stats.tokensAfter).toBeLessThanOrEqual(target);
      }),
      { numRuns: 60, seed: 11 },
    );
  });

  test("a clean history starts with a user and keeps doing so", () => {
    fc.assert(
      fc.property(
        arbitraryConversation({ isClean: true }),
        fc.integer({ min: 1, max: 3000 }),
        (conversation, budget) => {
          const recipe = { id: "centagent-budget", params: { unit: "tokens" as const, budget } };
          const result = checkStrategy(recipe, conversation, testEnvironment(), { isIdempotent: true });
          const first = result.conversation.messages.find(({ role }) => role !== "system");
          expect(first?.role).toBe("user");
        },
      ),
      { numRuns: 80, seed: 3 },
    );
  });
});
