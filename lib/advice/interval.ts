import { quantileBeyond } from "../evaluation/student";
import type { Outcome } from "./outcome";
import { exactly, type LossPrice } from "./terms";

/** An outcome at a price of a lost fact. US dollars. */
export type Priced = {
  readonly outcome: Outcome;
  /** Cost of each block with every lost fact paid, in the order of the blocks. */
  readonly amounts: Float64Array;
  readonly total: number;
  /** Lost facts of each block that are paid. */
  readonly lost: Float64Array;
  readonly price: LossPrice;
};

const NOTHING = exactly(0);

/**
 * An outcome with its lost facts paid.
 *
 * @param price of a lost fact; nothing for the log, which has paid them already, in calls of its own.
 */
export const pricedAt = (outcome: Outcome, price: LossPrice = NOTHING): Priced =>
  pricedBlocks(
    outcome,
    Float64Array.from(outcome.blocks, ({ cost, lost }) => cost + price.amount * lost),
    price,
    Float64Array.from(outcome.blocks, ({ lost }) => lost),
  );

/** The same outcome with some of its blocks. */
export const onlyBlocks = ({ outcome, amounts, price, lost }: Priced, isKept: (block: number) => boolean): Priced =>
  pricedBlocks(
    outcome,
    amounts.filter((_, block) => isKept(block)),
    price,
    lost.filter((_, block) => isKept(block)),
  );

/** An outcome with amounts of another origin: one for each block, in US dollars. */
export const pricedBlocks = (
  outcome: Outcome,
  amounts: Float64Array,
  price: LossPrice = NOTHING,
  lost: Float64Array = new Float64Array(amounts.length),
): Priced => ({ outcome, amounts, total: sumOf(amounts), price, lost });

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** What is beyond each end of a 95 % interval. */
export const TAIL = 0.025;

/** A change as a share (−0.28 is 28 % less) with its 95 % interval. */
export type Change = { readonly share: number; readonly low: number; readonly high: number };

/**
 * How much more or less one outcome costs than another over the same blocks. The blocks are taken for a sample: the interval is
 * that of a ratio of two sums (linearised) with Student's t, which allows for there being few of them. How uncertain the price of a
 * lost fact is widens it: both are independent, so their squares add up. Without a second block there is only the price's part.
 * NaN if the second outcome costs nothing.
 *
 * @param tail the share beyond each end.
 */
export function changeOf(one: Priced, other: Priced, tail = TAIL): Change {
  const { share, error } = ratioOf(one, other);
  const reach = error * quantileBeyond(tail, Math.max(1, one.amounts.length - 1));
  const ends = [shareAt("low", one, other) - share, shareAt("high", one, other) - share];
  const [down, up] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  return { share, low: Math.max(-1, share - Math.hypot(reach, down)), high: share + Math.hypot(reach, up) };
}

/** The change of the sums if a lost fact costs what one end of its price's interval says. */
function shareAt(end: "low" | "high", one: Priced, other: Priced): number {
  const totalOf = ({ total, price, lost }: Priced) =>
    price[end] === price.amount ? total : total + (price[end] - price.amount) * sumOf(lost);
  return totalOf(one) / totalOf(other) - 1;
}

/** What is shown as 0 %, in whole per cent, is not below zero. */
const SHOWN_AS_LESS = -0.005;

/** The whole interval is below zero, as it is shown. */
export const isSurelyLess = ({ high }: Change): boolean => high < SHOWN_AS_LESS;

/** It costs no more than the other, but for a difference of at most one standard error. */
export function isAsGood(one: Priced, other: Priced): boolean {
  const { share, error } = ratioOf(one, other);
  return share <= error;
}

/** The share by which one total differs from another, and the standard error of that share. */
function ratioOf(one: Priced, other: Priced): { readonly share: number; readonly error: number } {
  if (other.total === 0) return { share: Number.NaN, error: Number.NaN };
  const [blocks, ratio] = [one.amounts.length, one.total / other.total];
  if (blocks < 2) return { share: ratio - 1, error: 0 };
  let squares = 0;
  for (let block = 0; block < blocks; block += 1)
    squares += ((one.amounts[block] as number) - ratio * (other.amounts[block] as number)) ** 2;
  return { share: ratio - 1, error: Math.sqrt((blocks / (blocks - 1)) * squares) / other.total };
}
