import { type Change, changeOf, isAsGood, isSurelyLess, type Priced, pricedBlocks, withoutBlock } from "./interval";
import { lossRate } from "./loss-rate";
import type { Outcome } from "./outcome";
import { beyondChance } from "./sign-flips";
import { type Safety, safetyOf, type Terms } from "./terms";

/** One policy at a price. US dollars. */
export type Weighed = Safety & {
  readonly outcome: Outcome;
  /** Cost with every lost fact paid. */
  readonly total: number;
  /** Against the log. */
  readonly change: Change;
};

/**
 * "Clearly cheaper" means that the interval of the change is below zero.
 *
 * - `advice`: `best` is clearly cheaper than the log. If the policy without a setting is too, `best` is that policy, or clearly cheaper than it.
 * - `forgets-more`: `cheapest` is clearly cheaper than the log, but loses more than the bound allows, and no safe policy is.
 * - `cannot-tell`: `best` is the cheapest policy, but no policy is clearly cheaper than the log.
 * - `not-held-out`: one is, but choosing on the other blocks did not clearly pay on the block that was left out.
 * - `none-cheaper`: no policy costs less than the log.
 * - `nothing-fired`: no policy changed a prompt.
 */
export type Choice = {
  readonly verdict: "advice" | "forgets-more" | "cannot-tell" | "not-held-out" | "none-cheaper" | "nothing-fired";
  readonly best: Weighed | null;
  /** The cheapest policy at this price; differs from `best` if the two are as good, or only `best` is sure. */
  readonly cheapest: Weighed | null;
  /** What choosing this way brings on blocks that it has not seen; null if no policy is sure. */
  readonly heldOut: Change | null;
};

/** What is weighed at a price of a lost fact: all with the same blocks. */
export type Field = {
  /** Those that could have been run. */
  readonly policies: readonly Priced[];
  readonly log: Priced;
  /** What `winnow` does if nobody sets anything, possible or not; null if it was not replayed. */
  readonly unset: Priced | null;
};

export const weigh = (priced: Priced, log: Priced, terms: Terms): Weighed => ({
  outcome: priced.outcome,
  total: priced.total,
  change: changeOf(priced, log),
  ...safetyOf(priced.outcome, log.outcome, terms),
});

/** A policy that exceeds the window more often than the log could not have been run, and one that never fires changes nothing. */
export const isPossible = (outcome: Outcome, log: Outcome): boolean =>
  outcome.fired > 0 && outcome.overWindow <= log.overWindow;

/** What of a field may be advised. A default that forgets too much is no measure for the others either. */
function safeIn({ policies, log, unset }: Field, terms: Terms): Field {
  const isSafe = ({ outcome }: Priced) => safetyOf(outcome, log.outcome, terms).harm === null;
  return { policies: policies.filter(isSafe), log, unset: unset && isSafe(unset) ? unset : null };
}

/**
 * Chooses among those of the possible policies that are safe, not only the cheapest: those are sure that are cheaper than the log by their interval and
 * beyond what chance would show of so many. The best of them is advised if choosing so also pays on blocks that were left out,
 * against the log and, if it is sure itself, against `winnow` without a setting. Otherwise that is advised: it was not chosen among
 * many, and there is nothing to set.
 */
export function choose(all: Field, terms: Terms): Choice {
  const safe = safeIn(all, terms);
  const choice = chooseSafe(safe, terms);
  if (choice.verdict === "advice") return choice;
  const harmful = all.policies.filter(({ outcome }) => forgetsMore(outcome, all.log.outcome, terms));
  const cheapest = cheapestOf(harmful.filter(surelyLessThan(all.log, harmful)));
  if (cheapest)
    return { verdict: "forgets-more", best: null, cheapest: weigh(cheapest, all.log, terms), heldOut: null };
  if (choice.verdict !== "nothing-fired" || all.policies.length === 0) return choice;
  const first = cheapestOf(all.policies);
  const left = first ? weigh(first, all.log, terms) : null;
  const verdict =
    left !== null && left.harm === "forgets-more" && left.change.share < 0 ? "cannot-tell" : "none-cheaper";
  return { verdict, best: verdict === "cannot-tell" ? left : null, cheapest: left, heldOut: null };
}

/** It may lose more than is allowed, and does lose more than the log; otherwise there is only too little to tell. */
function forgetsMore(outcome: Outcome, log: Outcome, terms: Terms): boolean {
  const { loss, harm } = safetyOf(outcome, log, terms);
  return harm === "forgets-more" && loss.per100 > lossRate(log).per100;
}

function chooseSafe(field: Field, terms: Terms): Choice {
  const { policies, log, unset } = field;
  const first = cheapestOf(policies);
  if (!first) return { verdict: "nothing-fired", best: null, cheapest: null, heldOut: null };
  const cheapest = weigh(first, log, terms);
  if (!(cheapest.change.share < 0)) return { verdict: "none-cheaper", best: null, cheapest, heldOut: null };
  const best = bestOf(policies.filter(surelyLessThan(log, policies)));
  const held = best && heldOut(field);
  const rivals = unset && isSureAlone(unset, field) ? [log, unset] : [log];
  if (best && held && [best, held].every((one) => isLessThanAll(one, rivals)))
    return { verdict: "advice", best: weigh(best, log, terms), cheapest, heldOut: changeOf(held, log) };
  if (unset && isSureAlone(unset, field)) {
    const own = weigh(unset, log, terms);
    return { verdict: "advice", best: own, cheapest, heldOut: own.change };
  }
  return best && held && !isLessThanAll(held, [log])
    ? { verdict: "not-held-out", best: weigh(best, log, terms), cheapest, heldOut: changeOf(held, log) }
    : { verdict: "cannot-tell", best: cheapest, cheapest, heldOut: null };
}

/**
 * What the way of choosing brings on blocks it has not seen: each block is left out once, a policy is chosen among those that are sure on
 * the others (if there is none, nothing is changed), and its amount in the left-out block counts. Unlike the policy that was chosen on all blocks, this holds no luck of having been
 * the best of many.
 */
export function heldOut({ policies, log }: Field): Priced {
  const chosen = [...log.amounts.keys()].map((left) => {
    const others = new Map(policies.map((policy) => [withoutBlock(policy, left), policy]));
    const before = withoutBlock(log, left);
    const best = bestOf([...others.keys()].filter((policy) => isSurelyLess(changeOf(policy, before))));
    return (best && others.get(best)) ?? log;
  });
  const [first] = policies;
  return pricedBlocks(
    log.outcome,
    log.amounts.map((own, left) => chosen[left]?.amounts[left] ?? own),
    first?.price,
    log.amounts.map((_, left) => (chosen[left] === log ? 0 : (chosen[left]?.lost[left] ?? 0))),
  );
}

const isLessThanAll = (one: Priced, references: readonly Priced[]): boolean =>
  references.every((reference) => isSurelyLess(changeOf(one, reference)));

const surelyLessThan = (reference: Priced, policies: readonly Priced[]) => {
  const isBeyondChance = beyondChance(policies, reference);
  return (policy: Priced): boolean => isSurelyLess(changeOf(policy, reference)) && isBeyondChance(policy);
};

const isSureAlone = (policy: Priced, { policies, log }: Field): boolean =>
  policies.includes(policy) && surelyLessThan(log, [policy])(policy);

/** Of those that are as good as the cheapest the one with the latest trigger, because it changes least. */
function bestOf(policies: readonly Priced[]): Priced | undefined {
  const cheapest = cheapestOf(policies);
  return cheapest && policies.filter((policy) => isAsGood(policy, cheapest)).sort(byTrigger)[0];
}

const cheapestOf = (policies: readonly Priced[]): Priced | undefined =>
  policies.reduce<Priced | undefined>(
    (best, policy) => (best === undefined || policy.total < best.total ? policy : best),
    undefined,
  );

/** The latest trigger first; the cheaper of two with the same. */
const byTrigger = (one: Priced, other: Priced): number =>
  (other.outcome.trigger ?? 0) - (one.outcome.trigger ?? 0) || one.total - other.total;
