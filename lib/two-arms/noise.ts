import { mean } from "../evaluation/bootstrap";
import type { BilledRun, Task } from "./tasks";

/** How much the bills of one task differ when the same arm does it again. */
export type Repeats = {
  /** Tasks that an arm did more than once. */
  readonly tasks: number;
  /** Mean difference of two such runs, as a share of their mean; null without repeats. */
  readonly difference: number | null;
};

export function repeatsOf(tasks: readonly Task[]): Repeats {
  const repeated = tasks.flatMap(({ a, b }) => [a, b]).filter((runs) => runs.length > 1);
  const differences = repeated.map((runs) => mean(pairsOf(runs).map(([one, other]) => relativeDifference(one, other))));
  return { tasks: repeated.length, difference: differences.length === 0 ? null : mean(differences) };
}

const relativeDifference = (one: BilledRun, other: BilledRun): number => {
  const sum = one.bill.total + other.bill.total;
  return sum === 0 ? 0 : (2 * Math.abs(one.bill.total - other.bill.total)) / sum;
};

const pairsOf = <T>(items: readonly T[]): [T, T][] =>
  items.flatMap((one, index) => items.slice(index + 1).map((other): [T, T] => [one, other]));

/** 2.24 for what happens by chance once in 40 cases, 0.84 so that four of five comparisons see it. */
const SURE = 2.24 + 0.84;

/**
 * How many pairs would show a saving of this share (0.05 is 5 %) four times of five, if they differ as much as those at hand.
 *
 * @param error of the logarithm of B : A with so many pairs, from draws.
 */
export function pairsNeeded(saving: number, pairs: number, error: number): number {
  return Math.max(2, Math.ceil(pairs * ((SURE * error) / Math.log(1 - saving)) ** 2));
}

/** The smallest saving, as a share, that pairs with this error would show four times of five. */
export const smallestSaving = (error: number): number => 1 - Math.exp(-SURE * error);
