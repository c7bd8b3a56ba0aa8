import { randomIndexes } from "../evaluation/seeded-random";
import type { Block, Outcome } from "./outcome";

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

/** An outcome with its sums over each draw, so that a price is weighed without looking at blocks again. */
export type Drawn = {
  readonly outcome: Outcome;
  /** US dollars without fetches: over all blocks, and over each draw. */
  readonly cost: number;
  readonly costs: Float64Array;
  /** Lost facts: over all blocks, and over each draw. */
  readonly lost: number;
  readonly losts: Float64Array;
};

export function drawOutcome(outcome: Outcome, draws: Draws): Drawn {
  const sum = (pick: (block: Block) => number) => outcome.blocks.reduce((total, block) => total + pick(block), 0);
  return {
    outcome,
    cost: sum(({ cost }) => cost),
    costs: Float64Array.from(draws, (times) => weightedSum(outcome.blocks, times, ({ cost }) => cost)),
    lost: sum(({ lost }) => lost),
    losts: Float64Array.from(draws, (times) => weightedSum(outcome.blocks, times, ({ lost }) => lost)),
  };
}

function weightedSum(blocks: readonly Block[], times: readonly number[], pick: (block: Block) => number): number {
  let total = 0;
  for (let at = 0; at < blocks.length; at += 1) total += pick(blocks[at] as Block) * (times[at] as number);
  return total;
}

/** What an outcome costs with every lost fact paid, over each draw. */
const totalsOf = ({ costs, losts }: Drawn, price: number): Float64Array =>
  costs.map((cost, draw) => cost + price * (losts[draw] as number));

/** US dollars with every lost fact paid. */
export const totalOf = ({ cost, lost }: Drawn, price: number): number => cost + price * lost;

/** A change as a share (−0.28 is 28 % less) with its 95 % interval. */
export type Change = { readonly share: number; readonly low: number; readonly high: number };

/** Share of the draws that lies below the interval, and above it. */
const TAIL = 0.025;

/**
 * How much more or less one outcome costs than another over the same blocks. Lost facts are paid at `price` by the first, and
 * at `otherPrice` by the second: by the log they are paid already, in calls of its own. NaN where the second costs nothing.
 */
export function changeOf(one: Drawn, other: Drawn, price: number, otherPrice: number): Change {
  const [totals, references] = [totalsOf(one, price), totalsOf(other, otherPrice)];
  const shares = totals.map((total, draw) => shareOf(total, references[draw] as number)).sort();
  const at = (part: number) => shares[Math.min(shares.length - 1, Math.floor(shares.length * part))] ?? Number.NaN;
  return { share: shareOf(totalOf(one, price), totalOf(other, otherPrice)), low: at(TAIL), high: at(1 - TAIL) };
}

const shareOf = (amount: number, reference: number): number => (reference === 0 ? Number.NaN : amount / reference - 1);

/** The whole interval is below zero. */
export const isSurelyLess = ({ high }: Change): boolean => high < 0;

/** The first costs more than the second in all but a fortieth of the draws: the lower end of the interval is above zero. */
export function isSurelyMore(one: Drawn, other: Drawn, price: number): boolean {
  let notMore = 0;
  for (let draw = 0; draw < one.costs.length; draw += 1) {
    const more = (one.costs[draw] as number) - (other.costs[draw] as number);
    if (more + price * ((one.losts[draw] as number) - (other.losts[draw] as number)) <= 0) notMore += 1;
  }
  return notMore <= Math.floor(one.costs.length * TAIL);
}
