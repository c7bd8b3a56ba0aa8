import { quantileBeyond } from "../evaluation/student";
import type { Outcome } from "./outcome";
import { exactly, type LossPrice } from "./terms";

/** An outcome at a given price of a lost fact. Amounts are in US dollars. */
export type Priced = {
  readonly outcome: Outcome;
  /** Cost of each block including its lost facts, in block order. */
  readonly amounts: Float64Array;
  readonly total: number;
  /** Lost facts of each block that are included in `amounts`. */
  readonly lost: Float64Array;
  readonly price: LossPrice;
};

const NOTHING = exactly(0);

/**
 * An outcome with the cost of its lost facts added.
 *
 * @param price of a lost fact; zero for the log, whose own calls already include that cost.
 */
export const pricedAt = (outcome: Outcome, price: LossPrice = NOTHING): Priced =>
  pricedBlocks(
    outcome,
    Float64Array.from(outcome.blocks, ({ cost, lost }) => cost + price.amount * lost),
    price,
    Float64Array.from(outcome.blocks, ({ lost }) => lost),
  );

/** The same outcome restricted to some of its blocks. */
export const onlyBlocks = ({ outcome, amounts, price, lost }: Priced, isKept: (block: number) => boolean): Priced =>
  pricedBlocks(
    outcome,
    amounts.filter((_, block) => isKept(block)),
    price,
    lost.filter((_, block) => isKept(block)),
  );

/** An outcome with amounts computed elsewhere: one per block, in US dollars. */
export const pricedBlocks = (
  outcome: Outcome,
  amounts: Float64Array,
  price: LossPrice = NOTHING,
  lost: Float64Array = new Float64Array(amounts.length),
): Priced => ({ outcome, amounts, total: sumOf(amounts), price, lost });

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** Probability beyond each end of a 95 % interval. */
export const TAIL = 0.025;

/** A relative change (−0.28 is 28 % less) with its 95 % interval. */
export type Change = { readonly share: number; readonly low: number; readonly high: number };

/**
 * The cost of one outcome relative to another over the same blocks. The blocks are treated as a sample. The interval is
 * that of a ratio of two sums (linearised), with Student's t for small samples. The uncertain price of a lost fact
 * widens it. Because the two errors are independent, their squares add up. With a single block only the price's error
 * remains. NaN if the second outcome costs nothing.
 *
 * @param tail probability beyond each end.
 */
export function changeOf(one: Priced, other: Priced, tail = TAIL): Change {
  const { share, error } = ratioOf(one, other);
  const reach = error * quantileBeyond(tail, Math.max(1, one.amounts.length - 1));
  const ends = [shareAt("low", one, other) - share, shareAt("high", one, other) - share];
  const [down, up] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  return { share, low: Math.max(-1, share - Math.hypot(reach, down)), high: share + Math.hypot(reach, up) };
}

/** The relative change if a lost fact costs the low or high end of its interval. */
function shareAt(end: "low" | "high", one: Priced, other: Priced): number {
  const totalOf = ({ total, price, lost }: Priced) =>
    price[end] === price.amount ? total : total + (price[end] - price.amount) * sumOf(lost);
  return totalOf(one) / totalOf(other) - 1;
}

/** Changes above this are displayed as 0 % and do not count as less. */
const SHOWN_AS_LESS = -0.005;

/** True if the entire interval is below zero, as displayed. */
export const isClearlyLess = ({ high }: Change): boolean => high < SHOWN_AS_LESS;

/** True if it costs less than the other, or at most one standard error more. */
export function isAsGood(one: Priced, other: Priced): boolean {
  const { share, error } = ratioOf(one, other);
  return share <= error;
}

/** The relative difference between two totals, with its standard error. */
function ratioOf(one: Priced, other: Priced): { readonly share: number; readonly error: number } {
  if (other.total === 0) return { share: Number.NaN, error: Number.NaN };
  const [blocks, ratio] = [one.amounts.length, one.total / other.total];
  if (blocks < 2) return { share: ratio - 1, error: 0 };
  let squares = 0;
  for (let block = 0; block < blocks; block += 1)
    squares += ((one.amounts[block] as number) - ratio * (other.amounts[block] as number)) ** 2;
  return { share: ratio - 1, error: Math.sqrt((blocks / (blocks - 1)) * squares) / other.total };
}
