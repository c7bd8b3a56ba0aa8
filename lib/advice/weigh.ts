import { type Change, changeOf, type Drawn, isSurelyLess, isSurelyMore, totalOf } from "./draws";
import type { Outcome } from "./outcome";
import { isBeyondChance } from "./sign-flips";

/** One policy at a price. US dollars. */
export type Weighed = {
  readonly outcome: Outcome;
  /** Cost with every lost fact paid. */
  readonly total: number;
  /** Against the log. */
  readonly change: Change;
};

/**
 * - `advice`: `best` is surely cheaper than the log, and no policy with a later trigger is as surely cheaper.
 * - `cannot-tell`: `best` is the cheapest, but neither it nor another policy is surely cheaper than the log.
 * - `none-cheaper`: no policy costs less than the log.
 * - `nothing-fired`: no policy changed a prompt.
 */
export type Choice = {
  readonly verdict: "advice" | "cannot-tell" | "none-cheaper" | "nothing-fired";
  readonly best: Weighed | null;
  /** The cheapest policy at this price; differs from `best` where the two cannot be told apart, or only `best` is sure. */
  readonly cheapest: Weighed | null;
};

/**
 * A policy at a price of a lost fact. What the log itself lost is not paid: the calls that fetched it again are part of its
 * cost.
 */
export const weigh = (drawn: Drawn, log: Drawn, price: number): Weighed => ({
  outcome: drawn.outcome,
  total: totalOf(drawn, price),
  change: changeOf(drawn, log, price, 0),
});

/** A policy that exceeds the window more often than the log could not have been run, and one that never fires changes nothing. */
export const isPossible = (outcome: Outcome, log: Outcome): boolean =>
  outcome.fired > 0 && outcome.overWindow <= log.overWindow;

/**
 * Chooses at a price among possible policies, not only the cheapest: those whose interval is below zero are sure, if the
 * best of so many policies is better than chance. Of the sure ones that cannot be told from the cheapest of them the one with the latest
 * trigger wins, because it changes least.
 */
export function choose(possible: readonly Drawn[], log: Drawn, price: number): Choice {
  const first = cheapestOf(possible, price);
  if (!first) return { verdict: "nothing-fired", best: null, cheapest: null };
  const cheapest = weigh(first, log, price);
  if (!(cheapest.change.share < 0)) return { verdict: "none-cheaper", best: null, cheapest };
  const isSure = (drawn: Drawn) => isSurelyLess(weigh(drawn, log, price).change);
  const byTotal = [...possible].sort((one, other) => totalOf(one, price) - totalOf(other, price));
  const best = isBeyondChance(possible, log, price) ? byTotal.find(isSure) : undefined;
  if (!best) return { verdict: "cannot-tell", best: cheapest, cheapest };
  const alike = possible.filter((drawn) => !isSurelyMore(drawn, best, price)).sort(byTrigger(price));
  return { verdict: "advice", best: weigh(alike.find(isSure) ?? best, log, price), cheapest };
}

const cheapestOf = (drawn: readonly Drawn[], price: number): Drawn | undefined =>
  drawn.reduce<Drawn | undefined>(
    (best, one) => (best === undefined || totalOf(one, price) < totalOf(best, price) ? one : best),
    undefined,
  );

/** The latest trigger first; the cheaper of two with the same. */
const byTrigger =
  (price: number) =>
  (one: Drawn, other: Drawn): number =>
    (other.outcome.trigger ?? 0) - (one.outcome.trigger ?? 0) || totalOf(one, price) - totalOf(other, price);
