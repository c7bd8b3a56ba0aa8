import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findViolations } from "@/lib/conversation/invariants";
import type { Conversation } from "@/lib/conversation/message";
import { type Part, partText } from "@/lib/conversation/part";
import { STRATEGIES } from "@/lib/strategies";
import type { Compression } from "@/lib/strategies/grammar/compression";
import type { Recipe } from "@/lib/strategies/recipe/recipe";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { checkStrategy, refusalsOf } from "@/tests/support/check-strategy";
import { draws } from "@/tests/support/samples";
import { historyFor } from "@/tests/support/shell-history";
import { smallRecipe } from "@/tests/support/small-params";
import { testEnvironment } from "@/tests/support/strategy-environment";

/** Masks and similar strategies: a second run finds nothing to do. Cuts continue when forced. */
const IDEMPOTENT = new Set([
  "anthropic-clear-thinking",
  "anthropic-clear-tool-uses",
  "centagent-budget",
  "centagent-externalise",
  "context-guru",
  "dcp-dedup",
  "dcp-purge-errors",
  "dcp-supersede-writes",
  "gemini-truncate-outputs",
  "headroom-coding",
  "langchain-clear-tools",
  "lean-ctx",
  "openhands-masking",
  "rtk",
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

/** Total histories over all presets; another preset makes each share smaller, not the test longer. */
const TOTAL = draws(500, 2000);
const TOTAL_WITH_TARGET = draws(150, 600);
/** Manual option: `WINNOW_LAWS=1000` tests each preset with that many histories, each result in every wire format. */
const THOROUGH = Number(process.env.WINNOW_LAWS ?? 0);
const shareOf = (total: number, cases: number) => THOROUGH || Math.ceil(total / cases);
/** Drawn once and shared: each preset gets a different range of them. */
const POOL = fc.sample(
  fc.record({
    conversation: arbitraryConversation(),
    pinned: fc.option(fc.nat(60)),
    target: fc.integer({ min: 50, max: 4000 }),
  }),
  { numRuns: Math.max(500, THOROUGH), seed: 7 },
);

type Check = (history: (typeof POOL)[number]) => void;

/**
 * The share of one case, extended until `isEnough`. A case's histories depend on its place in the list, and even a case
 * that rarely acts must act in any place. A failure reports the history, so that it can be examined alone.
 */
function eachHistory(share: number, ofCase: number, check: Check, isEnough = () => true) {
  for (let turn = 0; turn < POOL.length && (turn < share || !isEnough()); turn += 1) {
    const index = (ofCase * share + turn) % POOL.length;
    try {
      check(POOL[index] as (typeof POOL)[number]);
    } catch (error) {
      throw new Error(`history ${index}`, { cause: error });
    }
  }
}

const numbered = <T extends Case>(cases: readonly T[]) => cases.map((one, index) => ({ ...one, index }));

/** Refused because only an empty prompt would remain, in histories that end with one. */
const isEmptied = ({ violations = [] }: Compression) =>
  violations.length > 0 && violations.every(({ code }) => code === "no-messages");

/** How many histories contain the oddities of real logs; a law that is never tested would hold trivially. */
test("the histories are as awkward as those of real logs", () => {
  const counts = new Map<string, number>();
  for (const { conversation } of POOL)
    for (const trait of traitsOf(conversation)) counts.set(trait, (counts.get(trait) ?? 0) + 1);
  const shares = TRAITS.map((trait) => [trait, (counts.get(trait) ?? 0) / POOL.length] as const);
  expect(shares.filter(([, share]) => share < 0.08)).toEqual([]);
});

const TRAITS = [
  "batch",
  "split-results",
  "signed-thinking",
  "image",
  "error",
  "cleared",
  "orphan-result",
  "orphan-call",
  "duplicate-result",
  "reused-id",
  "empty-message",
  "empty-text",
  "other-script",
  "user-results",
  "results-and-text",
  "live-tail",
  "no-system",
];

function traitsOf(conversation: Conversation): Set<string> {
  const { messages } = conversation;
  const parts = messages.flatMap((message) => message.parts);
  const found = new Set<string>(findViolations(conversation).map(({ code }) => code));
  const calls = parts.filter((part) => part.type === "tool-call");
  const isCall = (part: Part) => part.type === "tool-call";
  const isResult = (part: Part) => part.type === "tool-result";
  const isImage = ({ type }: { type: string }) => type === "file";
  const add = (trait: string, holds: boolean) => holds && found.add(trait);
  add(
    "batch",
    messages.some(({ parts }) => parts.filter(isCall).length > 1),
  );
  add(
    "split-results",
    messages.some((message, at) => message.parts.some(isResult) && (messages[at + 1]?.parts.some(isResult) ?? false)),
  );
  add(
    "signed-thinking",
    parts.some((part) => part.type === "reasoning" && part.signature !== undefined),
  );
  add(
    "image",
    parts.some((part) => isImage(part) || (part.type === "tool-result" && part.output.some(isImage))),
  );
  add(
    "error",
    parts.some((part) => part.type === "tool-result" && part.isError),
  );
  add(
    "cleared",
    parts.some((part) => partText(part) === "[Old tool result content cleared]"),
  );
  add("reused-id", new Set(calls.map(({ toolCallId }) => toolCallId)).size < calls.length);
  add(
    "empty-text",
    parts.some((part) => part.type === "text" && part.text === ""),
  );
  add(
    "other-script",
    parts.some((part) => /[\p{Script=Han}\p{Script=Arabic}\p{Script=Hangul}]|\u{1F468}/u.test(partText(part))),
  );
  add(
    "user-results",
    messages.some(({ role, parts }) => role === "user" && parts.some(isResult)),
  );
  add(
    "results-and-text",
    messages.some(({ parts }) => parts.some(isResult) && parts.some(({ type }) => type === "text")),
  );
  add(
    "live-tail",
    calls.some(({ toolCallId }) => toolCallId === "live-b"),
  );
  add("no-system", messages[0]?.role !== "system");
  return found;
}

describe("every strategy obeys its laws on random histories", () => {
  test.each(numbered(CASES))("$name", ({ recipe, name, index, ...options }) => {
    let applied = 0;
    const check: Check = ({ conversation: drawn, pinned }) => {
      const conversation = historyFor(name, drawn);
      const protect = { ids: pinned === null ? [] : [`m${pinned}`] };
      const budget = { window: 400, reserve: 40 };
      const environment = testEnvironment({ force: true, protect, budget, fixedTokens: 20 });
      const result = checkStrategy(recipe, conversation, environment, options);
      if (!options.isFaithful && !isEmptied(result)) expect(refusalsOf(name)).toContain(result.failure?.code);
      applied += result.status === "applied" ? 1 : 0;
    };
    eachHistory(shareOf(TOTAL, CASES.length), index, check, () => applied > 0);
    expect(applied).toBeGreaterThan(0);
  });

  test.each(numbered(presets))("$name meets a target or explains why not", ({ recipe, name: _, index, ...options }) => {
    eachHistory(shareOf(TOTAL_WITH_TARGET, presets.length), index, ({ conversation, target }) => {
      const environment = testEnvironment({ budget: { window: 200_000, reserve: 8_000, target } });
      const result = checkStrategy(recipe, conversation, environment, { ...options, isIdempotent: false });
      if (result.status === "failed" && !isEmptied(result)) expect(result.failure?.code).toBe("budget-unachievable");
      else if (result.status !== "failed") expect(result.stats.tokensAfter).toBeLessThanOrEqual(target);
    });
  });

  test("a valid history starts with a user message, and still does afterwards", () => {
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
      { numRuns: draws(25, 60), seed: 3 },
    );
  });
});
