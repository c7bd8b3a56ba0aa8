import { type CurvePoint, curveOf, kneeOf, lostPer100 } from "./curve";
import { type Change, changeOf, drawBlocks, drawOutcome } from "./draws";
import { heldOutChange } from "./held-out";
import { FEWEST_BLOCKS, type Outcome } from "./outcome";
import { type PriceRange, priceRanges, shownPolicies } from "./price-ranges";
import { choose, isPossible, type Weighed, weigh } from "./weigh";

/** Why there is no advice. */
export type NoAdvice =
  | "no-usage"
  | "too-short"
  | "too-few-parts"
  | "nothing-fired"
  /** Each policy went over the window more often than the log, or changed nothing: none could have been run. */
  | "over-window"
  | "none-cheaper"
  | "cannot-tell"
  /** Choosing on the other parts did not pay on the part that was left out: the choice follows the noise. */
  | "not-held-out";

export type Advice = {
  /** Null exactly where there is advice. */
  readonly reason: NoAdvice | null;
  /** The advised policy; without advice the cheapest one, where there is one. */
  readonly best: Weighed | null;
  readonly cheapest: Weighed | null;
  /** What choosing this way brings on parts that it has not seen; null where nothing was chosen. */
  readonly heldOut: Change | null;
  readonly ranges: readonly PriceRange[];
  readonly curve: readonly CurvePoint[];
  readonly knee: string | null;
  /** Every possible policy at this price, the cheapest first. */
  readonly weighed: readonly Weighed[];
  /** Facts that the log lost and used later, per 100 requests. */
  readonly logLostPer100: number;
};

/** Under so many requests a session says too little. */
export const FEWEST_REQUESTS = 30;
/** Enough for an interval in whole per cent, and few enough for a page to weigh again while a slider moves. */
const DRAWS = 400;

/**
 * What to do at a price of a lost fact (US dollars), with its interval, or why nothing can be advised. Blocks are the parts
 * that are drawn again for the interval: tasks of one session, or whole sessions. `givenUp` policies have no outcome, because
 * their replay went over the window more often than the log.
 */
export function advise(outcomes: readonly Outcome[], log: Outcome | null, price: number, givenUp = 0): Advice {
  if (log === null) return nothing("no-usage");
  const possible = outcomes.filter((outcome) => isPossible(outcome, log));
  const draws = drawBlocks(log.blocks.length, DRAWS);
  const [drawn, drawnLog] = [possible.map((outcome) => drawOutcome(outcome, draws)), drawOutcome(log, draws)];
  const weighed = drawn.map((one) => weigh(one, drawnLog, price)).sort((one, other) => one.total - other.total);
  const curve = curveOf(possible);
  const shown = { curve, knee: kneeOf(curve), weighed, logLostPer100: lostPer100(log) };
  const lack = lackOf(log);
  if (lack !== null) return { ...nothing(lack), ...shown, cheapest: weighed[0] ?? null };
  if (possible.length === 0)
    return { ...nothing(isOver(outcomes, log, givenUp) ? "over-window" : "nothing-fired"), ...shown };
  const { verdict, best, cheapest } = choose(drawn, drawnLog, price);
  const heldOut = verdict === "advice" ? heldOutChange(possible, log, price, DRAWS) : null;
  const reason = verdict !== "advice" ? verdict : heldOut !== null && heldOut.share < 0 ? null : "not-held-out";
  return { ...shown, reason, best, cheapest, heldOut, ranges: priceRanges(drawn, drawnLog, price) };
}

/** Ids of the policies that are shown at some price of a lost fact; `price` is one of the prices that are looked at. */
export function shownAtSomePrice(outcomes: readonly Outcome[], log: Outcome, price: number): ReadonlySet<string> {
  const draws = drawBlocks(log.blocks.length, DRAWS);
  const possible = outcomes.filter((outcome) => isPossible(outcome, log)).map((outcome) => drawOutcome(outcome, draws));
  return shownPolicies(possible, drawOutcome(log, draws), price);
}

/**
 * How much less or more one policy costs than the log in one session, by its own parts; the same as an advice on that session
 * alone says of this policy. `low` and `high` are null where the session has too few parts.
 */
export function changeInSession(outcome: Outcome, log: Outcome, price: number): SessionChange {
  const draws = drawBlocks(log.blocks.length, DRAWS);
  const { share, low, high } = changeOf(drawOutcome(outcome, draws), drawOutcome(log, draws), price, 0);
  return log.blocks.length < FEWEST_BLOCKS ? { share, low: null, high: null } : { share, low, high };
}

export type SessionChange = { readonly share: number; readonly low: number | null; readonly high: number | null };

const isOver = (outcomes: readonly Outcome[], log: Outcome, givenUp: number): boolean =>
  givenUp > 0 || outcomes.some(({ fired, overWindow }) => fired > 0 && overWindow > log.overWindow);

function lackOf({ blocks }: Outcome): NoAdvice | null {
  if (blocks.reduce((sum, { requests }) => sum + requests, 0) < FEWEST_REQUESTS) return "too-short";
  return blocks.length < FEWEST_BLOCKS ? "too-few-parts" : null;
}

const nothing = (reason: NoAdvice): Advice => ({
  reason,
  best: null,
  cheapest: null,
  heldOut: null,
  ranges: [],
  curve: [],
  knee: null,
  weighed: [],
  logLostPer100: 0,
});
