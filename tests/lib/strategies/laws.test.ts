import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STRATEGIES } from "@/lib/strategies";
import type { Recipe } from "@/lib/strategies/recipe";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { checkStrategy, refusalsOf } from "@/tests/support/check-strategy";
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

/** Histories that all presets together see; a further preset makes the share of each smaller, not the test longer. */
const TOTAL = 2000;
const TOTAL_WITH_TARGET = 600;
/** Drawn once and shared: each preset sees another stretch of them. */
const POOL = fc.sample(
  fc.record({
    conversation: arbitraryConversation(),
    pinned: fc.option(fc.nat(60)),
    target: fc.integer({ min: 50, max: 4000 }),
  }),
  { numRuns: 500, seed: 7 },
);

/** The share of one case. A failure names the history, so that it can be looked at alone. */
function eachHistory(share: number, ofCase: number, check: (history: (typeof POOL)[number]) => void) {
  for (let turn = 0; turn < share; turn += 1) {
    const index = (ofCase * share + turn) % POOL.length;
    try {
      check(POOL[index] as (typeof POOL)[number]);
    } catch (error) {
      throw new Error(`history ${index}`, { cause: error });
    }
  }
}

const numbered = <T extends Case>(cases: readonly T[]) => cases.map((one, index) => ({ ...one, index }));

describe("the laws of every strategy hold on random histories", () => {
  test.each(numbered(CASES))("$name", ({ recipe, name, index, ...options }) => {
    let applied = 0;
    eachHistory(Math.ceil(TOTAL / CASES.length), index, ({ conversation, pinned }) => {
      const protect = { ids: pinned === null ? [] : [`m${pinned}`] };
      const budget = { window: 400, reserve: 40 };
      const environment = testEnvironment({ force: true, protect, budget, fixedTokens: 20 });
      const result = checkStrategy(recipe, conversation, environment, options);
      if (!options.isFaithful) expect(refusalsOf(name)).toContain(result.failure?.code);
      applied += result.status === "applied" ? 1 : 0;
    });
    expect(applied).toBeGreaterThan(0);
  });

  test.each(numbered(presets))("$name meets a target or says why not", ({ recipe, name: _, index, ...options }) => {
    eachHistory(Math.ceil(TOTAL_WITH_TARGET / presets.length), index, ({ conversation, target }) => {
      const environment = testEnvironment({ budget: { window: 200_000, reserve: 8_000, target } });
      const result = checkStrategy(recipe, conversation, environment, { ...options, isIdempotent: false });
      if (result.status === "failed") expect(result.failure?.code).toBe("budget-unachievable");
      else expect(result.stats.tokensAfter).toBeLessThanOrEqual(target);
    });
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
