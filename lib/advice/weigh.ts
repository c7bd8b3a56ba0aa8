import {
  type Change,
  changeOf,
  isAsGood,
  isClearlyLess,
  onlyBlocks,
  type Priced,
  pricedBlocks,
  TAIL,
} from "./interval";
import { type LossRate, lossRate } from "./loss-rate";
import type { Outcome } from "./outcome";
import { isSafeOn, mostLostBeside, type Safety, safetyOf, type Terms } from "./terms";

/** A policy at a price of a lost fact. Amounts are in US dollars. */
export type Weighed = Safety & {
  readonly outcome: Outcome;
  /** Cost including lost facts. */
  readonly total: number;
  /** Relative to the log. */
  readonly change: Change;
};

/**
 * "Clearly cheaper" means that the change's interval is below zero.
 *
 * - `advice`: `best` is safe and clearly cheaper than the log, and so is the result of choosing on held-out blocks. If
 *   the policy without a setting qualifies too, `best` is that policy, or clearly cheaper than it.
 * - `not-held-out`: `best` is clearly cheaper than the log, but on held-out blocks the choice did not clearly save, or
 *   forgot too much.
 * - `unsteady`: `cheapest` is safe and clearly cheaper than the log, but at a slightly different trigger the same
 *   policy costs more than the log or forgets too much. The same is true of every other candidate.
 * - `forgets-more`, `may-forget-more`, `too-early`: `cheapest` is clearly cheaper than the log, and no safe policy is.
 *   It loses more than the log and more than is allowed, or may do so, or cuts too early.
 * - `cannot-tell`: `cheapest` costs less than the log, but no policy is clearly cheaper.
 * - `none-cheaper`: no safe policy costs less than the log.
 * - `nothing-fired`: no policy changed a prompt.
 */
type Verdict =
  | "advice"
  | "not-held-out"
  | "unsteady"
  | "forgets-more"
  | "may-forget-more"
  | "too-early"
  | "cannot-tell"
  | "none-cheaper"
  | "nothing-fired";

export type Choice = {
  readonly verdict: Verdict;
  readonly best: Weighed | null;
  /**
   * The cheapest policy at this price. It differs from `best` if the two are equally good, or only `best` is clearly
   * cheaper.
   */
  readonly cheapest: Weighed | null;
  /** The result of choosing on unseen blocks; null if no policy is clearly cheaper. */
  readonly heldOut: Change | null;
};

/** Policies weighed at one price of a lost fact, all over the same blocks. */
export type Field = {
  /** Policies that could have run. */
  readonly policies: readonly Priced[];
  readonly log: Priced;
  /** `winnow` with its defaults, even if it could not have run; null if it was not replayed. */
  readonly unset: Priced | null;
};

export const weigh = (priced: Priced, log: Priced, terms: Terms): Weighed => ({
  outcome: priced.outcome,
  total: priced.total,
  change: changeOf(priced, log),
  ...safetyOf(priced.outcome, log.outcome, terms),
});

/**
 * A policy that exceeds the window more often than the log could not have run, and one that never fires changes
 * nothing.
 */
export const isPossible = (outcome: Outcome, log: Outcome): boolean =>
  outcome.fired > 0 && outcome.overWindow <= log.overWindow;

/**
 * The policies that may be advised. `winnow` with its defaults is not a reference for the others if it forgets too
 * much.
 */
function safeIn({ policies, log, unset }: Field, terms: Terms): Field {
  const isSafe = ({ outcome }: Priced) => safetyOf(outcome, log.outcome, terms).harm === null;
  return { policies: policies.filter(isSafe), log, unset: unset && isSafe(unset) ? unset : null };
}

/**
 * Chooses among the safe policies that are clearly cheaper than the log. The best is advised if the choice also saves
 * on held-out blocks compared with the log. If `winnow` without a setting is clearly cheaper than the log too, the
 * choice must also save compared with `winnow`. Otherwise `winnow` without a setting is advised, because it was not
 * chosen among many.
 */
export function choose(all: Field, terms: Terms): Choice {
  const safe = safeIn(all, terms);
  const { log, unset } = safe;
  const weighed = (priced: Priced) => weigh(priced, log, terms);
  const cheaper = safe.policies.filter((policy) => isLessThanAll(policy, [log]));
  const sure = cheaper.filter((policy) => isSteady(policy, all, terms));
  const best = bestOf(sure);
  const lucky = cheapestOf(cheaper);
  if (!best && lucky) return { verdict: "unsteady", best: null, cheapest: weighed(lucky), heldOut: null };
  if (!best) return refusalOf(all, safe, terms);
  const cheapest = weighed(cheapestOf(safe.policies) ?? best);
  const rival = unset && sure.includes(unset) ? unset : null;
  const held = heldOut(all, ({ outcome }, isSeen) => isSafeOn(outcome, log.outcome, terms, isSeen));
  const tail = tailAmong(unlikePolicies(safe));
  const references = rival ? [log, rival] : [log];
  const keeps = lossOf(held, log).per100 <= mostLostBeside(log.outcome, terms);
  if (keeps && isLessThanAll(best, references) && isLessThanAll(held, references, tail))
    return { verdict: "advice", best: weighed(best), cheapest, heldOut: changeOf(held, log, tail) };
  if (!rival) return { verdict: "not-held-out", best: weighed(best), cheapest, heldOut: changeOf(held, log, tail) };
  return { verdict: "advice", best: weighed(rival), cheapest, heldOut: changeOf(rival, log) };
}

/** Triggers that differ by no more than this share are the same advice to a person. */
const BESIDE = 0.1;

/**
 * True if the same policy with a slightly earlier or later trigger is also cheaper than the log and within the bound.
 * If not, the saving depends on where a single cut happened to fall.
 */
function isSteady({ outcome }: Priced, { policies, log }: Field, terms: Terms): boolean {
  const { id, trigger } = outcome;
  if (trigger === null) return true;
  return policies
    .filter(({ outcome: other }) => other.id !== id && familyOf(other.id) === familyOf(id))
    .filter(({ outcome: other }) => Math.abs((other.trigger ?? 0) - trigger) <= BESIDE * trigger)
    .every(
      ({ total, outcome: other }) => total < log.total && safetyOf(other, log.outcome, terms).harm !== "forgets-more",
    );
}

/** Removes the trigger: `winnow@60000` belongs to the family `winnow`. */
const familyOf = (id: string): string => id.replace(/@\d+$/, "");

/** Why nothing is advised if no safe policy is clearly cheaper than the log. */
function refusalOf({ policies, log }: Field, safe: Field, terms: Terms): Choice {
  const tempting = cheapestOf(policies.filter((policy) => isLessThanAll(policy, [log])));
  const first = tempting ?? cheapestOf(safe.policies) ?? cheapestOf(policies);
  if (!first) return { verdict: "nothing-fired", best: null, cheapest: null, heldOut: null };
  const cheapest = weigh(first, log, terms);
  const open = cheapest.change.share < 0 ? "cannot-tell" : "none-cheaper";
  return { verdict: tempting ? obstacleOf(cheapest, log) : open, best: null, cheapest, heldOut: null };
}

/** Why a clearly cheaper policy is not advised. */
function obstacleOf({ harm, loss }: Weighed, log: Priced): "forgets-more" | "may-forget-more" | "too-early" {
  if (harm !== "forgets-more") return "too-early";
  return loss.per100 > lossRate(log.outcome).per100 ? "forgets-more" : "may-forget-more";
}

/** In each of five turns, every fifth block is held out. */
const TURNS = 5;

/**
 * The result of choosing on unseen blocks. Each of five turns holds out every fifth block. On the others, it chooses
 * the cheapest of the policies that are safe and clearly cheaper than the log; if there are none, the cheapest of all
 * safe policies. It then counts that policy's cost and loss in the held-out blocks. Unlike the figures of a policy
 * chosen on all blocks, this result does not benefit from the luck of being the best of many.
 */
export function heldOut(
  { policies, log }: Field,
  isSafe: (policy: Priced, isSeen: (block: number) => boolean) => boolean = () => true,
): Priced {
  const chosen = Array.from({ length: TURNS }, (_, turn) => {
    const isSeen = (block: number) => block % TURNS !== turn;
    const safe = policies.filter((policy) => isSafe(policy, isSeen));
    const seen = new Map(safe.map((policy) => [onlyBlocks(policy, isSeen), policy]));
    const before = onlyBlocks(log, isSeen);
    const sure = [...seen.keys()].filter((policy) => isLessThanAll(policy, [before]));
    const cheapest = cheapestOf(sure.length > 0 ? sure : [...seen.keys()]);
    return (cheapest && seen.get(cheapest)) ?? log;
  });
  const at = (block: number) => chosen[block % TURNS] ?? log;
  return pricedBlocks(
    log.outcome,
    log.amounts.map((own, block) => at(block).amounts[block] ?? own),
    policies[0]?.price,
    log.amounts.map((_, block) => (at(block) === log ? 0 : (at(block).lost[block] ?? 0))),
  );
}

/** The loss rate on unseen blocks of the policies chosen on the others. */
const lossOf = ({ lost }: Priced, { outcome }: Priced): LossRate =>
  lossRate({ blocks: outcome.blocks.map((block, at) => ({ ...block, lost: lost[at] ?? 0 })) });

/**
 * With up to this many dissimilar policies, intervals of a choice on held-out parts are reliable without a correction
 * (bench/advice/chance.ts).
 */
const FREE_CHOICES = 2;

/**
 * The probability allowed beyond each end of the choice's interval. Holding out blocks does not remove all luck if the
 * same policy is chosen in every turn, and the best of many dissimilar policies is luckier than the best of a few.
 */
const tailAmong = (unlike: number): number => TAIL / Math.max(1, unlike / FREE_CHOICES);

const isLessThanAll = (one: Priced, references: readonly Priced[], tail = TAIL): boolean =>
  references.every((reference) => isClearlyLess(changeOf(one, reference, tail)));

/** Of the policies as good as the cheapest, the one with the latest trigger, because it changes least. */
function bestOf(policies: readonly Priced[]): Priced | undefined {
  const cheapest = cheapestOf(policies);
  return cheapest && policies.filter((policy) => isAsGood(policy, cheapest)).sort(byTrigger)[0];
}

const cheapestOf = (policies: readonly Priced[]): Priced | undefined =>
  policies.reduce<Priced | undefined>(
    (best, policy) => (best === undefined || policy.total < best.total ? policy : best),
    undefined,
  );

/** Latest trigger first; the cheaper one on a tie. */
const byTrigger = (one: Priced, other: Priced): number =>
  (other.outcome.trigger ?? 0) - (one.outcome.trigger ?? 0) || one.total - other.total;

/**
 * The effective number of dissimilar policies: all of them if their results per block are uncorrelated, 1 if all
 * deviate from their mean in the same blocks. It is the squared sum of the eigenvalues of their correlation matrix
 * divided by the sum of their squares; neither sum requires the eigenvalues themselves.
 */
export function unlikePolicies({
  policies,
  log,
}: {
  readonly policies: readonly Priced[];
  readonly log: Priced;
}): number {
  const known = policies.flatMap((policy) => unitDeviations(policy, log) ?? []);
  if (known.length === 0) return 1;
  let squares = 0;
  for (const one of known) for (const other of known) squares += dot(one, other) ** 2;
  return known.length ** 2 / squares;
}

/**
 * By how much a policy's cost in each block differs from its overall share of the log's cost, scaled to length 1. Null
 * if the share is the same in every block.
 */
function unitDeviations({ amounts, total }: Priced, log: Priced): Float64Array | null {
  const ratio = total / log.total;
  const deviations = amounts.map((amount, block) => amount - ratio * (log.amounts[block] as number));
  const length = Math.sqrt(dot(deviations, deviations));
  return length > 1e-9 * log.total ? deviations.map((value) => value / length) : null;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
