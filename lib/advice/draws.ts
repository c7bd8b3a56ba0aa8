import { randomIndexes } from "../evaluation/seeded-random";

/** Blocks drawn again and again, with replacement: `times[draw][block]` says how often a draw holds a block. */
export type Draws = readonly (readonly number[])[];

const SEED = 42;

/** The same draws every time, so that one input has one verdict, and all policies are compared on the same blocks. */
export function drawBlocks(blocks: number, draws: number): Draws {
  const next = randomIndexes(SEED);
  return Array.from({ length: draws }, () => {
    const times = new Array<number>(blocks).fill(0);
    for (let drawn = 0; drawn < blocks; drawn += 1) {
      const block = next(blocks);
      times[block] = (times[block] ?? 0) + 1;
    }
    return times;
  });
}

/** A change as a share (−0.28 is 28 % less) with its 95 % interval. */
export type Change = { readonly share: number; readonly low: number; readonly high: number };

/**
 * How much less or more the amounts are than the reference, over the same blocks. NaN where the reference is nothing.
 * The interval comes from the draws.
 */
export function changeOf(amounts: readonly number[], reference: readonly number[], draws: Draws): Change {
  const shares = draws
    .map((times) => shareOf(weighted(amounts, times), weighted(reference, times)))
    .sort((a, b) => a - b);
  const at = (part: number) => shares[Math.min(shares.length - 1, Math.floor(shares.length * part))] ?? Number.NaN;
  return { share: shareOf(sum(amounts), sum(reference)), low: at(0.025), high: at(0.975) };
}

const shareOf = (amount: number, reference: number): number => (reference === 0 ? Number.NaN : amount / reference - 1);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

function weighted(amounts: readonly number[], times: readonly number[]): number {
  let total = 0;
  for (let block = 0; block < amounts.length; block += 1)
    total += (amounts[block] as number) * (times[block] as number);
  return total;
}

/** The whole interval is below zero. */
export const isSurelyLess = ({ high }: Change): boolean => high < 0;
export const isSurelyMore = ({ low }: Change): boolean => low > 0;
