import { randomIndexes } from "../evaluation/seeded-random";
import type { BilledRun, Task } from "./tasks";

const DEALS = 1_000;
const SEED = 7;

/**
 * How often randomly assigned groups differ at least as much as these: within each task its runs are shuffled and
 * reassigned, 1,000 times, reproducibly. Equal for swapped groups.
 *
 * @returns a share, at least 1 / 1,001.
 */
export function chanceOf(tasks: readonly Task[], amount: (run: BilledRun) => number): number {
  const mixed = tasks.map((task) => mix(task, amount));
  const observed = Math.abs(mixed.reduce((sum, { dealt }) => sum + dealt, 0)) * (1 - 1e-9);
  const next = randomIndexes(SEED);
  let asFar = 1;
  for (let deal = 0; deal < DEALS; deal += 1) {
    let difference = 0;
    for (const task of mixed) difference += dealOne(task, next);
    if (Math.abs(difference) >= observed) asFar += 1;
  }
  return asFar / (DEALS + 1);
}

/**
 * A task: the amounts of all its runs, of which `few` belong to the group with fewer runs; `sign` is −1 if that is B.
 */
type Mixed = {
  readonly amounts: number[];
  readonly few: number;
  readonly sign: number;
  readonly sum: number;
  readonly dealt: number;
};

function mix({ a, b }: Task, amount: (run: BilledRun) => number): Mixed {
  const isFewA = a.length < b.length || (a.length === b.length && (a[0]?.id ?? "") < (b[0]?.id ?? ""));
  const runs = [...a, ...b].sort((one, other) => (one.id < other.id ? -1 : 1));
  const amounts = runs.map(amount);
  const few = isFewA ? a : b;
  const shape = { few: few.length, sign: isFewA ? 1 : -1, sum: sumOf(amounts) };
  return { ...shape, amounts, dealt: differenceOf({ ...shape, amounts }, sumOf(few.map(amount))) };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Mean of A minus mean of B, if the group with fewer runs has this sum. */
const differenceOf = ({ amounts, few, sign, sum }: Omit<Mixed, "dealt">, fewSum: number): number =>
  sign * (fewSum / few - (sum - fewSum) / (amounts.length - few));

/** Reassigns one task's runs in place, and returns how much more A got. */
function dealOne(mixed: Mixed, next: (limit: number) => number): number {
  const { amounts, few } = mixed;
  let fewSum = 0;
  for (let place = 0; place < few; place += 1) {
    const other = place + next(amounts.length - place);
    const value = amounts[other] as number;
    amounts[other] = amounts[place] as number;
    amounts[place] = value;
    fewSum += value;
  }
  return differenceOf(mixed, fewSum);
}
