import type { CompareAnswer, ComparedStrategy } from "../../api/schemas/compare";
import { losesMost } from "../../evaluation/loses-most";
import { formatCount, formatMoneyChange, formatPrice, formatShare } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { neededOf } from "./matrix-cells";
import { contradictedBy, toMeasureAgreement } from "./measure-agreement";
import { recommendationWords } from "./recommendation-words";
import { choiceName } from "./strategy-choice";

export const GOALS = ["balanced", "cheapest", "safest", "reversible"] as const;
export type Goal = (typeof GOALS)[number];

/** The reader's preferences for a strategy at one request. */
export type RecommendationWish = {
  readonly goal: Goal;
  /** US dollars. */
  readonly price: number;
  /** Future requests over which the savings count. */
  readonly horizon: number;
  /** By result: whether the result is based on a rule-written summary, so it cannot be judged. */
  readonly isByRule: readonly boolean[];
};

/** The strategy to use at a request, or why there is none. */
export type Recommendation = {
  /** `no verdict` or `loses most`; null with a plain recommendation, or if the verdict is to leave the request alone. */
  readonly chip: string | null;
  readonly sentence: string;
  readonly detail: string;
  /** Index of the recommended result; null: none. */
  readonly result: number | null;
  /** The choices for the other goals, in words. */
  readonly others: readonly { readonly goal: Goal; readonly text: string }[];
};

/** A strategy that changed the prompt, weighed. US dollars; negative is cheaper than leaving the prompt alone. */
type Candidate = {
  readonly index: number;
  readonly id: string;
  readonly money: number;
  /** Lost facts that were needed later. */
  readonly lost: number;
  readonly recall: number;
  readonly isReversible: boolean;
  readonly needed: number;
  /** If true, recommended only for the goals `cheapest` and `reversible`, and with a mark. */
  readonly losesMost: boolean;
  readonly result: ComparedStrategy;
};

/**
 * A change's cost over future requests: a change is paid for once and saves the same on each request. Both follow from
 * the cost after ten requests and the break-even request. Null without prices.
 */
export function costOver(
  { break_even_requests: paysAfter, net_cost_after_10_requests: net }: ComparedStrategy["cache"],
  requests: number,
): number | null {
  if (net === null) return null;
  if (paysAfter === null || paysAfter === 10) return paysAfter === 10 && requests === 10 ? 0 : null;
  const saving = net.amount / (paysAfter - 10);
  return saving * (paysAfter - requests);
}

/** Whether a change with known prices saves nothing on any request. Its cost over other counts of requests is unknown. */
const neverPays = (cache: ComparedStrategy["cache"]): boolean =>
  cache.break_even_requests === null && cache.net_cost_after_10_requests !== null;

type Applied = { readonly result: ComparedStrategy; readonly index: number };

export function toRecommendation(
  comparison: CompareAnswer,
  wish: RecommendationWish,
  say: Say = english,
): Recommendation {
  const { results } = comparison;
  const applied = results.flatMap((result, index) => (result.status === "applied" ? [{ result, index }] : []));
  if (applied.length === 0) return none(recommendationWords.unchanged(results.length, say), say);
  const valid = applied.filter(({ result }) => isValid(result));
  const judged = valid.filter(({ index }) => !wish.isByRule[index]);
  if (judged.length === 0) return byRule(valid, wish, say) ?? none(say(recommendationWords.unjudged), say);
  const candidates = judged.flatMap(({ result, index }) => candidateOf(result, index, wish.horizon) ?? []);
  if (candidates.length === 0 && !judged.every(({ result }) => neverPays(result.cache))) {
    const isUnpriced = judged.some(
      ({ result }) => neededOf(result.evaluation) && !result.cache.net_cost_after_10_requests,
    );
    return none(say(isUnpriced ? recommendationWords.unpriced : recommendationWords.noEvidence), say);
  }
  const isContradicted = toMeasureAgreement(comparison)?.isContradicted ?? false;
  const others = GOALS.filter((goal) => goal !== wish.goal).map((goal) => ({
    goal,
    text: otherText(choose(candidates, { ...wish, goal }), { goal, isContradicted }, say),
  }));
  if (wish.goal === "safest" && isContradicted) return { ...none(say(recommendationWords.contradicted), say), others };
  const best = choose(candidates, wish);
  if (best === null) return { ...leave(candidates, judged.length, wish, say), others };
  const doubt = wish.goal === "balanced" ? doubtAbout(best.index, comparison) : null;
  if (doubt !== null) {
    const detail = refusedText(best, candidates, wish, say);
    return { ...none(recommendationWords.doubted(best.id, doubt, say), say), detail, others };
  }
  const advised = recommend(best, candidates, wish, say);
  const detail = [advised.detail, unjudgedText(best, valid, wish, say)].filter(Boolean).join(" ");
  return { ...advised, detail, others: others.filter(({ text }) => text !== choiceName(best.id, say)) };
}

/** Names the cheapest rule-written summary, if it looks cheaper than the choice; otherwise empty. */
function unjudgedText(best: Candidate, valid: readonly Applied[], wish: RecommendationWish, say: Say): string {
  const unjudged = valid.flatMap(({ result, index }) =>
    wish.isByRule[index] ? (candidateOf(result, index, wish.horizon) ?? []) : [],
  );
  const [cheapest] = unjudged.toSorted((one, other) => paidBy(one, wish.price) - paidBy(other, wish.price));
  return cheapest && paidBy(cheapest, wish.price) < paidBy(best, wish.price)
    ? recommendationWords.unjudgedCheaper(cheapest.id, say)
    : "";
}

/** The id of a strategy that contradicts the choice (`contradictedBy`); null if there is none. */
const doubtAbout = (index: number, { results }: CompareAnswer): string | null =>
  contradictedBy(results, index)?.strategy.id ?? null;

/** The best rule-written summary: mentioned but not recommended, because a model's would be different. */
function byRule(valid: readonly Applied[], wish: RecommendationWish, say: Say): Recommendation | null {
  const candidates = valid.flatMap(({ result, index }) => candidateOf(result, index, wish.horizon) ?? []);
  const best = choose(candidates, wish);
  if (candidates.length === 0) return null;
  const weighed =
    best === null ? leave(candidates, candidates.length, wish, say) : recommend(best, candidates, wish, say);
  const sentence = say("With summaries written by rule: {verdict}", { verdict: weighed.sentence });
  return { ...weighed, chip: say("by rule"), sentence, result: null, others: [] };
}

const isValid = ({ evaluation }: ComparedStrategy): boolean => evaluation?.validity.valid !== false;

const none = (sentence: string, say: Say = english): Recommendation => ({
  chip: say("no verdict"),
  sentence,
  detail: "",
  result: null,
  others: [],
});

const leave = (
  candidates: readonly Candidate[],
  count: number,
  wish: RecommendationWish,
  say: Say,
): Omit<Recommendation, "others"> => ({
  chip: null,
  sentence: recommendationWords.leave(count, wish.horizon, say),
  detail: refusedText(null, candidates, wish, say),
  result: null,
});

/** Names a cheaper strategy that loses most of what was needed; empty if there is none. */
function refusedText(
  best: Candidate | null,
  candidates: readonly Candidate[],
  { goal, price }: RecommendationWish,
  say: Say,
): string {
  if (goal !== "balanced") return "";
  const least = best === null ? 0 : paidBy(best, price);
  const [refused] = candidates
    .filter((candidate) => candidate.losesMost && paidBy(candidate, price) < least)
    .sort((one, other) => paidBy(one, price) - paidBy(other, price));
  return refused ? recommendationWords.refused(refused, say) : "";
}

function candidateOf(result: ComparedStrategy, index: number, horizon: number): Candidate | null {
  const needed = neededOf(result.evaluation);
  const money = costOver(result.cache, horizon);
  if (needed === null || money === null) return null;
  const share = result.evaluation?.recoverability?.share ?? null;
  const isReversible = needed.regret_total === 0 || share === 1;
  return {
    index,
    id: result.strategy.id,
    money,
    lost: needed.regret_total,
    recall: needed.recall,
    isReversible,
    needed: needed.needed,
    losesMost: losesMost({ needed: needed.needed, lost: needed.regret_total }),
    result,
  };
}

/** The candidate's money including the price of the lost facts. */
export const paidBy = ({ money, lost }: Pick<Candidate, "money" | "lost">, price: number): number =>
  money + price * lost;

/** The best candidate for a goal; null if leaving the prompt alone is better. */
function choose(candidates: readonly Candidate[], { goal, price }: RecommendationWish): Candidate | null {
  const least = (of: readonly Candidate[], by: (candidate: Candidate) => number) =>
    of.toSorted((one, other) => by(one) - by(other))[0] ?? null;
  const keeping = candidates.filter((candidate) => !candidate.losesMost);
  const saves = candidates.filter(({ money }) => money < 0);
  switch (goal) {
    case "balanced": {
      const best = least(keeping, (candidate) => paidBy(candidate, price));
      return best && paidBy(best, price) < 0 ? best : null;
    }
    case "cheapest":
      return least(saves, ({ money }) => money);
    case "safest":
      return least(
        saves.filter((candidate) => !candidate.losesMost),
        ({ recall, money }) => -recall + money / 1e6,
      );
    case "reversible":
      return least(
        saves.filter(({ isReversible }) => isReversible),
        ({ money }) => money,
      );
    default:
      return goal satisfies never;
  }
}

/**
 * The strategies that suit the goal best, as result indexes, best first. Omits results that are unchanged, invalid,
 * based on a rule-written summary, or not weighable.
 */
export function bestResults({ results }: Pick<CompareAnswer, "results">, wish: RecommendationWish, most: number) {
  const candidates = results.flatMap((result, index) =>
    result.status === "applied" && !wish.isByRule[index] && isValid(result)
      ? (candidateOf(result, index, wish.horizon) ?? [])
      : [],
  );
  const order = candidates.toSorted((one, other) => rankOf(one, wish) - rankOf(other, wish) || one.money - other.money);
  return order.slice(0, most).map(({ index }) => index);
}

/** Lower is better for the goal. The strategy that loses most comes last, unless the goal is `cheapest`. */
function rankOf(candidate: Candidate, { goal, price }: RecommendationWish): number {
  switch (goal) {
    case "balanced":
      return candidate.losesMost ? Number.MAX_VALUE : paidBy(candidate, price);
    case "cheapest":
      return candidate.money;
    case "safest":
      return -candidate.recall;
    case "reversible":
      return candidate.isReversible ? 0 : 1;
    default:
      return goal satisfies never;
  }
}

function otherText(
  best: Candidate | null,
  { goal, isContradicted }: { goal: Goal; isContradicted: boolean },
  say: Say,
): string {
  if (goal === "safest" && isContradicted) return say(recommendationWords.otherContradicted);
  return best ? choiceName(best.id, say) : say(recommendationWords.otherNone);
}

function recommend(
  best: Candidate,
  candidates: readonly Candidate[],
  wish: RecommendationWish,
  say: Say,
): Omit<Recommendation, "others"> {
  const { goal, price, horizon } = wish;
  const { stats, cache } = best.result;
  const words = recommendationWords;
  const use = {
    strategy: best.id,
    saved: formatShare(stats.saved_fraction),
    paysAfter: Math.ceil(cache.break_even_requests ?? 0),
    fetch: best.lost === 0 ? "nothing" : best.isReversible ? "all" : "not-all",
  } as const;
  const sentence = words.use(use, say);
  const fetched = {
    paid: formatMoneyChange(paidBy(best, price), say),
    lost: formatCount(best.lost, "lost fact", say),
  };
  const money = words.money(
    {
      change: formatMoneyChange(best.money, say),
      requests: formatCount(horizon, "request", say),
      fetched: best.lost === 0 ? null : fetched,
    },
    say,
  );
  const others = candidates.filter((candidate) => !candidate.losesMost);
  const texts =
    goal === "balanced"
      ? [money, holdsText(best, others, price, say), refusedText(best, candidates, wish, say)]
      : [money, best.losesMost ? words.losesMost(best, say) : ""];
  const chip = best.losesMost ? say("loses most") : null;
  return { chip, sentence, detail: texts.filter((text) => text !== "").join(" "), result: best.index };
}

/** The price of a lost fact up to which the choice holds, and what is better above it. */
function holdsText(best: Candidate, candidates: readonly Candidate[], price: number, say: Say): string {
  const next = holdsUntil(best, candidates, price);
  if (next === null) return say(recommendationWords.holdsAlways);
  const bound = next.price < 0.1 ? formatPrice(next.price) : `$${next.price.toFixed(2)}`;
  return recommendationWords.holds(bound, next.id, say);
}

/**
 * The lowest higher price at which another candidate, or doing nothing (`id` null), costs as little; null if there is
 * none.
 */
function holdsUntil(best: Candidate, candidates: readonly Candidate[], price: number) {
  const alone = { id: null, money: 0, lost: 0 };
  const [next] = [...candidates, alone]
    .filter(({ lost }) => lost < best.lost)
    .map(({ id, money, lost }) => ({ id, price: (money - best.money) / (best.lost - lost) }))
    .filter((crossing) => crossing.price > price)
    .sort((one, other) => one.price - other.price);
  return next ?? null;
}

/** Requests after `position` up to the log's next compaction or its end, during which a change here saves money. */
export function requestsToCome(
  position: number,
  requests: number,
  compactions: readonly { readonly at: number }[],
): number {
  const next = compactions.map(({ at }) => at).find((at) => at > position + 1) ?? requests;
  return Math.max(1, next - position - 1);
}
