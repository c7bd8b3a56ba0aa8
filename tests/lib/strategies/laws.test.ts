import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STRATEGIES } from "@/lib/strategies";
import type { Recipe } from "@/lib/strategies/recipe";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { checkStrategy } from "@/tests/support/check-strategy";
import { smallRecipe } from "@/tests/support/small-params";
import { testEnvironment } from "@/tests/support/strategy-environment";

/** Masks and the like: a second run finds nothing more to do. Cuts go on cutting when they are forced. */
const IDEMPOTENT = new Set([
  "anthropic-clear-thinking",
  "anthropic-clear-tool-uses",
  "centagent-budget",
  "centagent-externalise",
  "dcp-dedup",
  "dcp-purge-errors",
  "dcp-supersede-writes",
  "gemini-truncate-outputs",
  "langchain-clear-tools",
  "openhands-masking",
  "swe-agent-last-n",
]);
const SPLITS_BATCHES = new Set(["ai-sdk-prune"]);

type Case = {
  readonly name: string;
  readonly recipe: Recipe;
  readonly isIdempotent?: boolean;
  readonly isFaithful?: boolean;
  readonly splitsBatches?: boolean;
};

const presets: Case[] = STRATEGIES.map(({ id }) => ({
  name: id,
  recipe: smallRecipe(id),
  isIdempotent: IDEMPOTENT.has(id),
  splitsBatches: SPLITS_BATCHES.has(id),
}));

const CASES: Case[] = [
  ...presets,
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
    isFaithful: true,
  },
  { name: "kilo, faithful", recipe: { id: "kilo-truncate", params: { faithful: true } }, isFaithful: true },
  { name: "langchain trim, faithful", recipe: { id: "langchain-trim", params: { faithful: true } }, isFaithful: true },
  {
    name: "a pipe",
    recipe: {
      pipe: [
        "centagent-externalise",
        "swe-agent-last-n",
        { id: "centagent-budget", params: { unit: "tokens", budget: 400 } },
      ],
    },
  },
];

/** Shrinking is cut short: on a loaded machine a failure is to be seen soon. */
const LIMITS = { interruptAfterTimeLimit: 8000, markInterruptAsFailure: false };
const codeOf = (failure: { readonly code: string } | undefined) => failure?.code;
/** What a product that throws rather than sends a request that does not fit may answer. */
const REFUSALS = [undefined, "strategy-failed"];

describe("the laws of every strategy hold on random histories", () => {
  test.each(CASES)("$name", ({ recipe, name: _, ...options }) => {
    let applied = 0;
    fc.assert(
      fc.property(arbitraryConversation(), fc.option(fc.nat(60)), (conversation, pinned) => {
        const protect = { ids: pinned === null ? [] : [`m${pinned}`] };
        const budget = { window: 400, reserve: 40 };
        const environment = testEnvironment({ force: true, protect, budget, fixedTokens: 20 });
        const result = checkStrategy(recipe, conversation, environment, options);
        if (!options.isFaithful) expect(REFUSALS).toContain(codeOf(result.failure));
        applied += result.status === "applied" ? 1 : 0;
      }),
      { numRuns: 40, seed: 7, ...LIMITS },
    );
    expect(applied).toBeGreaterThan(3);
  });

  test.each(presets)("$name meets a target or says why not", ({ recipe, name: _, ...options }) => {
    fc.assert(
      fc.property(arbitraryConversation(), fc.integer({ min: 50, max: 4000 }), (conversation, target) => {
        const environment = testEnvironment({ budget: { window: 200_000, reserve: 8_000, target } });
        const result = checkStrategy(recipe, conversation, environment, { ...options, isIdempotent: false });
        if (result.status === "failed") expect(result.failure?.code).toBe("budget-unachievable");
        else expect(result.stats.tokensAfter).toBeLessThanOrEqual(target);
      }),
      { numRuns: 15, seed: 11, ...LIMITS },
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
      { numRuns: 60, seed: 3 },
    );
  });
});
