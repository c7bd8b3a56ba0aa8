import { type Change, changeOf, type Draws, isSurelyLess, isSurelyMore } from "./draws";
import type { Outcome } from "./outcome";

/** One policy at a price. US dollars. */
export type Weighed = {
  readonly outcome: Outcome;
  /** Cost with every lost fact paid. */
  readonly total: number;
  /** Against the log. */
  readonly change: Change;
};

/**
 * - `advice`: `best` is surely cheaper than the log, and no policy with a later trigger is as cheap.
 * - `cannot-tell`: `best` is the cheapest, but the interval of its change covers zero.
 * - `none-cheaper`: no policy costs less than the log.
 * - `nothing-fired`: no policy changed a prompt.
 */
export type Choice = {
  readonly verdict: "advice" | "cannot-tell" | "none-cheaper" | "nothing-fired";
  readonly best: Weighed | null;
  /** The cheapest policy at this price; differs from `best` where the two cannot be told apart. */
  readonly cheapest: Weighed | null;
};

/**
 * Amounts of each block in US dollars, with every lost fact at a price. What the log itself lost is not added: the calls
 * that fetched it again are part of its cost.
 */
export const amountsOf = ({ blocks }: Outcome, price: number): number[] =>
  blocks.map(({ cost, lost }) => cost + price * lost);
export const logAmounts = ({ blocks }: Outcome): number[] => blocks.map(({ cost }) => cost);

export function weigh(outcome: Outcome, log: Outcome, price: number, draws: Draws): Weighed {
  const amounts = amountsOf(outcome, price);
  return {
    outcome,
    total: amounts.reduce((sum, amount) => sum + amount, 0),
    change: changeOf(amounts, logAmounts(log), draws),
  };
}

/** A policy that exceeds the window more often than the log could not have been run, and one that never fires changes nothing. */
export const isPossible = (outcome: Outcome, log: Outcome): boolean =>
  outcome.fired > 0 && outcome.overWindow <= log.overWindow;

/**
 * Chooses at a price. The cheapest total wins; among those that are surely cheaper than the log and cannot be told from
 * the cheapest, the one with the latest trigger, because it changes least.
 */
export function choose(outcomes: readonly Outcome[], log: Outcome, price: number, draws: Draws): Choice {
  const possible = outcomes.filter((outcome) => isPossible(outcome, log));
  const totals = possible.map((outcome) => ({ outcome, total: totalOf(outcome, price) }));
  const first = totals.sort((one, other) => one.total - other.total)[0];
  if (!first) return { verdict: "nothing-fired", best: null, cheapest: null };
  const cheapest = weigh(first.outcome, log, price, draws);
  if (!(cheapest.change.share < 0)) return { verdict: "none-cheaper", best: null, cheapest };
  if (!isSurelyLess(cheapest.change)) return { verdict: "cannot-tell", best: cheapest, cheapest };
  const best = latestAmong(
    possible.filter(
      (outcome) => !isSurelyMore(changeOf(amountsOf(outcome, price), amountsOf(first.outcome, price), draws)),
    ),
    (outcome) => weigh(outcome, log, price, draws),
  );
  return { verdict: "advice", best: best ?? cheapest, cheapest };
}

/** Of those that are surely cheaper than the log, the latest trigger; the cheaper of two with the same. */
function latestAmong(alike: readonly Outcome[], weighed: (outcome: Outcome) => Weighed): Weighed | undefined {
  return alike
    .map(weighed)
    .filter(({ change }) => isSurelyLess(change))
    .sort((one, other) => triggerOf(other) - triggerOf(one) || one.total - other.total)[0];
}

const triggerOf = ({ outcome }: Weighed): number => outcome.trigger ?? 0;
const totalOf = (outcome: Outcome, price: number): number =>
  amountsOf(outcome, price).reduce((sum, amount) => sum + amount, 0);
