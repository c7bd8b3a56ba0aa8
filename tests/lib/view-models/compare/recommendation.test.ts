import { describe, expect, test } from "vitest";
import { strategyAnswer } from "@/lib/api/answers/strategy";
import type { CompareAnswer, ComparedStrategy } from "@/lib/api/schemas/compare";
import { STRATEGIES } from "@/lib/strategies";
import type { Strategy } from "@/lib/strategies/grammar/strategy";
import {
  bestResults,
  costOver,
  GOALS,
  type RecommendationWish,
  requestsToCome,
  toRecommendation,
} from "@/lib/view-models/compare/recommendation";
import { recommendationWords } from "@/lib/view-models/compare/recommendation-words";
import { isSummaryByRule } from "@/lib/view-models/compare/strategy-choice";
import { type Sketch, sketchComparison } from "../../../support/comparison-sketch";

type Drawn = {
  readonly id: string;
  /** Dollars saved on each request, and paid once. */
  readonly saves: number;
  readonly once: number;
  readonly lost?: number;
  readonly recall?: number;
  /** Share of the lost facts that can be fetched again. */
  readonly fetchable?: number | null;
  readonly status?: ComparedStrategy["status"];
  readonly isPriced?: boolean;
  readonly needed?: number;
  readonly isValid?: boolean;
};

const drawn = ({ id, saves, once, lost = 0, recall = 1, fetchable = null, ...more }: Drawn): ComparedStrategy =>
  ({
    strategy: { id },
    status: more.status ?? "applied",
    stats: { saved_fraction: 0.72 },
    cache: {
      break_even_requests: once / saves,
      net_cost_after_10_requests: more.isPriced === false ? null : { amount: once - 10 * saves, currency: "USD" },
    },
    evaluation: {
      validity: { valid: more.isValid ?? true },
      hindsight: { needed: more.needed ?? 42, recall, regret_total: lost },
      recoverability: fetchable === null ? null : { share: fetchable },
      metrics: {},
    },
  }) as unknown as ComparedStrategy;

const CUT = { id: "cut", saves: 0.04, once: 0.12, lost: 20, recall: 0.4, fetchable: 1 };
const MILD = { id: "mild", saves: 0.03, once: 0.24, lost: 5, recall: 0.9, fetchable: 0.5 };
const WISH: RecommendationWish = { goal: "balanced", price: 0.04, horizon: 114, isByRule: [] };

const ask = (results: readonly Drawn[], wish: Partial<RecommendationWish> = {}) =>
  toRecommendation({ results: results.map(drawn) } as unknown as CompareAnswer, { ...WISH, ...wish });

describe("which strategy to use at a request", () => {
  test("balanced: weighs money plus the price of lost facts, and says up to which price the choice holds", () => {
    const { chip, sentence, detail, result } = ask([MILD, CUT]);
    expect(chip).toBeNull();
    expect(result).toBe(1);
    expect(sentence).toBe(
      "Use “cut” here: saves 72.0\u202f%, pays for itself after 3 requests, all that is lost can be fetched again.",
    );
    // cut: 0.12 − 114 × 0.04 = −4.44; mild: 0.24 − 114 × 0.03 = −3.18; (−3.18 + 4.44) ÷ (20 − 5) = 0.084
    expect(detail).toBe(
      "~$4.44 less over 114 requests, ~$3.64 less after paying for 20 lost facts. This applies while a lost fact costs less than $0.084; above that: mild.",
    );
  });

  test("at a higher price it recommends the other one, and at an even higher price none", () => {
    expect(ask([MILD, CUT], { price: 0.2 })).toMatchObject({
      result: 0,
      detail: expect.stringMatching(/less than \$0\.64; above that: leave it as it is\.$/),
    });
    expect(ask([MILD, CUT], { price: 1 })).toMatchObject({
      chip: null,
      result: null,
      sentence: "Leave this request as it is: none of 2 strategies is worth it over 114 requests.",
    });
    // Nothing is lost, so the sentence does not mention paying for it.
    expect(ask([{ ...CUT, lost: 0 }]).detail).toBe(
      "~$4.44 less over 114 requests. This applies at any higher price of a lost fact.",
    );
  });

  test("if no priced strategy ever pays, it says to leave the request as it is, for every goal", () => {
    const never = { ...drawn(CUT), cache: { break_even_requests: null, net_cost_after_10_requests: { amount: 0.1 } } };
    const compared = { results: [never] } as unknown as CompareAnswer;
    expect(toRecommendation(compared, WISH)).toMatchObject({
      chip: null,
      result: null,
      sentence: "Leave this request as it is: the only strategy that changes it is not worth it over 114 requests.",
    });
    expect(new Set(toRecommendation(compared, WISH).others.map(({ text }) => text))).toEqual(
      new Set([recommendationWords.otherNone]),
    );
  });

  test("each goal has its own choice, and those of the other goals are listed", () => {
    expect(ask([MILD, CUT], { goal: "cheapest" }).result).toBe(1);
    expect(ask([MILD, CUT], { goal: "safest" }).result).toBe(0);
    const { result, others } = ask([MILD, { ...CUT, fetchable: 0 }], { goal: "reversible" });
    expect(result).toBeNull();
    expect(others).toEqual([
      { goal: "balanced", text: "cut" },
      { goal: "cheapest", text: "cut" },
      { goal: "safest", text: "mild" },
    ]);
    expect(recommendationWords.others(others)).toBe(
      "The other goals would choose: Balanced, Cheapest: cut · Safest: mild",
    );
  });

  test("with few requests left, a one-time payment does not pay off", () => {
    expect(ask([MILD, CUT], { horizon: 2 }).sentence).toBe(recommendationWords.leave(2, 2));
  });

  test.each([
    ["nothing changed", [{ ...CUT, status: "noop" as const }], recommendationWords.unchanged(1)],
    ["what changed is not valid", [{ ...CUT, isValid: false }], recommendationWords.unjudged],
    ["no price", [{ ...CUT, isPriced: false }], recommendationWords.unpriced],
    ["nothing was needed later", [{ ...CUT, needed: 0 }], recommendationWords.noEvidence],
  ])("%s: no verdict, and the sentence says why", (_, results, sentence) => {
    expect(ask(results)).toMatchObject({ chip: "no verdict", result: null, sentence });
  });

  test("a summary that no model wrote is weighed by itself and never recommended; invalid results are not judged", () => {
    const byRule = ask([CUT], { isByRule: [true] });
    expect(byRule).toMatchObject({ chip: "by rule", result: null, others: [] });
    expect(byRule.sentence).toMatch(/^With summaries written by rule: Use “cut” here/);
    expect(ask([{ ...CUT, isValid: false }], { isByRule: [true] }).sentence).toBe(recommendationWords.unjudged);
    const mild = ask([CUT, MILD], { isByRule: [true, false] });
    expect(mild).toMatchObject({ result: 1, others: [{ goal: "reversible", text: "leave it as it is" }] });
    expect(mild.detail).toContain(recommendationWords.unjudgedCheaper("cut"));
    expect(ask([MILD, CUT], { isByRule: [true, false] }).detail).not.toContain("looks cheaper");
  });

  test("every strategy that a model can write for is judged only if one wrote", () => {
    const answer = (id: string) => strategyAnswer(STRATEGIES.find((one) => one.id === id) as Strategy);
    for (const id of ["claude-code", "codex-local", "goose"]) {
      expect(isSummaryByRule(answer(id), false), id).toBe(true);
      expect(isSummaryByRule(answer(id), true), id).toBe(false);
    }
    for (const id of ["winnow", "manus", "roo-truncate"]) expect(isSummaryByRule(answer(id), false), id).toBe(false);
  });

  test("every goal has a name", () => {
    for (const goal of GOALS) expect(recommendationWords.goals[goal]).toMatch(/^[A-Z]/);
  });
});

describe("a strategy that loses most of what was needed", () => {
  const DEEP = { id: "deep", saves: 0.06, once: 0.1, lost: 30, recall: 0.3, fetchable: 0 };

  test("is not recommended, however much it saves, and the detail says so", () => {
    const { result, chip, detail } = ask([MILD, DEEP]);
    expect({ result, chip }).toEqual({ result: 0, chip: null });
    expect(detail).toMatch(/ deep would cost less, but loses 30 of the 42 facts that were needed later\.$/);
    expect(detail).not.toContain("above that: deep");
  });

  test("by itself: leave the request alone, with the reason", () => {
    expect(ask([DEEP])).toMatchObject({
      result: null,
      sentence: recommendationWords.leave(1, 114),
      detail: "deep would cost less, but loses 30 of the 42 facts that were needed later.",
    });
  });

  test("even if everything can be fetched again; then it is the reversible one, with a mark", () => {
    expect(ask([MILD, { ...DEEP, fetchable: 1 }]).result).toBe(0);
    expect(ask([MILD, { ...DEEP, fetchable: 1 }], { goal: "reversible" })).toMatchObject({
      result: 1,
      chip: "loses most",
    });
  });

  test("is offered with a mark to readers who want the cheapest, and is neither the safest nor the reversible one", () => {
    expect(ask([MILD, DEEP], { goal: "cheapest" })).toMatchObject({
      result: 1,
      chip: "loses most",
      detail: expect.stringContaining("It loses 30 of the 42 facts that were needed later."),
    });
    for (const goal of ["safest", "reversible"] as const) expect(ask([DEEP], { goal }).result).toBeNull();
  });

  test("comes last among the strategies that Try all proposes, unless the cheapest are wanted", () => {
    const results = [DEEP, MILD, CUT];
    const order = (goal: RecommendationWish["goal"]) =>
      bestResults({ results: results.map(drawn) }, { ...WISH, goal }, 3).map((index) => results[index]?.id);
    expect(order("balanced")).toEqual(["cut", "mild", "deep"]);
    expect(order("cheapest")[0]).toBe("deep");
  });
});

test("the measures disagree about the choice itself: none is recommended, and the other is named", () => {
  const first: Sketch = { id: "a", saved: 0.4, recall: 0.98, runs: 0.8, rareWords: 0.81, regrets: 2 };
  const second: Sketch = { id: "b", saved: 0.4, recall: 0.89, runs: 0.95, rareWords: 0.812, regrets: 9 };
  const asked = (...sketches: Sketch[]) => {
    const sketched = sketchComparison(...sketches);
    const results = sketched.results.map((result) => ({ ...result, cache: drawn(MILD).cache }));
    return toRecommendation({ ...sketched, results }, WISH);
  };
  expect(asked(first, second)).toMatchObject({
    chip: "no verdict",
    result: null,
    sentence: recommendationWords.doubted("a", "b"),
  });
  // Facts and runs of words agree that the choice keeps more, or differ by too little compared with facts.
  expect(asked({ ...first, runs: 0.97 }, second).result).toBe(0);
  expect(asked({ ...first, runs: 0.93 }, second).result).toBe(0);
});

test("measures that contradict each other: none is the safest, and every other goal says so", () => {
  const first: Sketch = { id: "a", saved: 0.4, recall: 0.98, runs: 0.8, rareWords: 0.81, regrets: 2 };
  const second: Sketch = { id: "b", saved: 0.4, recall: 0.89, runs: 0.95, rareWords: 0.812, regrets: 9 };
  const sketched = sketchComparison(first, second);
  const results = sketched.results.map((result) => ({ ...result, cache: drawn(MILD).cache }));
  const asked = (goal: RecommendationWish["goal"]) => toRecommendation({ ...sketched, results }, { ...WISH, goal });
  expect(asked("safest")).toMatchObject({
    chip: "no verdict",
    result: null,
    sentence: recommendationWords.contradicted,
  });
  expect(asked("cheapest").others).toContainEqual({
    goal: "safest",
    text: recommendationWords.otherContradicted,
  });
});

test("the cost over any number of requests follows from that of ten and from the break-even", () => {
  const { cache } = drawn(CUT);
  expect(costOver(cache, 10)).toBeCloseTo(-0.28, 9);
  expect(costOver(cache, 3)).toBeCloseTo(0, 9);
  expect(costOver(cache, 0)).toBeCloseTo(0.12, 9);
  expect(costOver({ ...cache, net_cost_after_10_requests: null }, 3)).toBeNull();
  expect(costOver({ ...cache, break_even_requests: null }, 3)).toBeNull();
});

test("a change pays until the log's next compaction, excluding the next request's, or until its end", () => {
  const compactions = [{ at: 159 }, { at: 273 }];
  expect(requestsToCome(158, 291, compactions)).toBe(114);
  expect(requestsToCome(100, 291, compactions)).toBe(58);
  expect(requestsToCome(272, 291, compactions)).toBe(18);
  expect(requestsToCome(290, 291, [])).toBe(1);
});

describe("the best of many strategies", () => {
  const best = (results: readonly Drawn[], wish: Partial<RecommendationWish> = {}, most = 6) =>
    bestResults({ results: results.map(drawn) }, { ...WISH, ...wish }, most).map((index) => results[index]?.id);
  const IDLE = { ...CUT, id: "idle", status: "noop" } as const;
  const BROKEN = { ...CUT, id: "broken", isValid: false };

  test("depends on the goal, and leaves out unchanged and invalid results", () => {
    expect(best([MILD, IDLE, CUT, BROKEN])).toEqual(["cut", "mild"]);
    expect(best([CUT, MILD], { goal: "safest" })).toEqual(["mild", "cut"]);
    expect(best([MILD, CUT], { goal: "reversible" })).toEqual(["cut", "mild"]);
  });

  test("takes the requested number, and none that depends on a summary by rule", () => {
    expect(best([MILD, CUT], {}, 1)).toEqual(["cut"]);
    expect(best([MILD, CUT], { isByRule: [false, true] })).toEqual(["mild"]);
  });

  test("begins with the recommended choice", () => {
    for (const goal of ["balanced", "cheapest", "safest", "reversible"] as const) {
      const chosen = ask([MILD, CUT], { goal }).result;
      if (chosen !== null) expect(best([MILD, CUT], { goal })[0]).toBe([MILD, CUT][chosen]?.id);
    }
  });
});
