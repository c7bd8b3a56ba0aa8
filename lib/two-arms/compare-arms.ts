import { mean } from "../evaluation/bootstrap";
import { randomIndexes } from "../evaluation/seeded-random";
import { tailShare } from "../evaluation/student";
import { BILL_PARTS, type Bill } from "./bill";
import { chanceOf } from "./deal-again";
import { type ArmRun, type BilledRun, type LeftOut, pairTasks, type Task } from "./tasks";

export type Estimate = { readonly mean: number; readonly low: number; readonly high: number };

/** A part of the bill per task, in the bill's unit. */
type PartChange = {
  readonly part: keyof Bill;
  readonly a: number;
  readonly b: number;
  /** B relative to A as a share, with its 95 % interval; −0.15 is 15 % less. Null if A has none of this part. */
  readonly change: Estimate | null;
  /** B minus A, with its 95 % interval. */
  readonly difference: Estimate;
};

/**
 * `cheaper` and `dearer`: the interval of B relative to A excludes zero. `too-few`: even if every pair agreed, it could
 * be chance.
 */
export type ArmsVerdict = "cheaper" | "dearer" | "noise" | "too-few";

export type ArmsComparison = {
  readonly verdict: ArmsVerdict;
  readonly parts: readonly PartChange[];
  readonly tasks: readonly Task[];
  /** Runs with a partner: for each task, the number of runs of the group with fewer, summed over the tasks. */
  readonly pairs: number;
  readonly leftOut: readonly LeftOut[];
  readonly repeats: Repeats;
  /** Pairs needed to detect a saving of 5 % and of 10 % four times out of five; null if unknown. */
  readonly needed: { readonly five: number | null; readonly ten: number | null };
  /** The smallest saving that the present pairs would detect four times out of five. */
  readonly visible: number | null;
};

/** Compares two groups: B's cost relative to A's, task by task, and if the difference exceeds the noise. */
export function compareArms(a: readonly ArmRun[], b: readonly ArmRun[], acrossModels = false): ArmsComparison {
  const { tasks, leftOut } = pairTasks(a, b, acrossModels);
  const pairs = tasks.reduce((sum, task) => sum + Math.min(task.a.length, task.b.length), 0);
  const draws = drawTasks(tasks);
  const parts = tasks.length === 0 ? [] : PARTS.map((part) => partChange(part, tasks, draws, pairs));
  const bill = parts.find(({ part }) => part === "total")?.change ?? null;
  const error = errorOf(tasks, draws, pairs);
  return {
    verdict: verdictOf(bill, tasks),
    parts,
    tasks,
    pairs,
    leftOut,
    repeats: repeatsOf(tasks),
    needed: {
      five: error === null ? null : pairsNeeded(0.05, pairs, error),
      ten: error === null ? null : pairsNeeded(0.1, pairs, error),
    },
    visible: error === null ? null : smallestSaving(error),
  };
}

/** Standard error of the logarithm of B : A; null if there are too few runs to draw from. */
function errorOf(tasks: readonly Task[], draws: Draws, pairs: number): number | null {
  if (chanceOfAgreement(tasks) > CHANCE) return null;
  const { a, b } = meansIn(tasks, draws, ({ bill }) => bill.total);
  const logs = a.map((amount, draw) => Math.log((b[draw] as number) / amount)).filter(Number.isFinite);
  const centre = mean(logs);
  const variance = mean(logs.map((log) => (log - centre) ** 2));
  return logs.length === 0 ? null : Math.sqrt((variance * pairs) / (pairs - 1));
}

const PARTS = ["turns", ...BILL_PARTS, "total"] as const;

/**
 * Groups count as different only if a random reassignment of their runs gives such a difference in fewer
 * than one of 40 cases. 100 comparisons of equal groups then give two or three wrong verdicts, not five.
 */
const CHANCE = 0.025;

function verdictOf(bill: Estimate | null, tasks: readonly Task[]): ArmsVerdict {
  if (bill === null || chanceOfAgreement(tasks) > CHANCE) return "too-few";
  if (bill.high < 0) return "cheaper";
  return bill.low > 0 ? "dearer" : "noise";
}

/** The probability that two equal groups are separated as clearly as possible: 2 of all ways to assign the runs. */
function chanceOfAgreement(tasks: readonly Task[]): number {
  return tasks.reduce((chance, { a, b }) => chance / waysToDeal(a.length, b.length), 2);
}

/** Binomial coefficient: ways to choose which runs belong to A. */
function waysToDeal(a: number, b: number): number {
  let ways = 1;
  for (let chosen = 1; chosen <= a; chosen += 1) ways = (ways * (b + chosen)) / chosen;
  return ways;
}

function partChange(part: keyof Bill, tasks: readonly Task[], draws: Draws, pairs: number): PartChange {
  const amount = ({ bill }: BilledRun): number => bill[part];
  const [a, b] = [
    meanPerTask(
      tasks.map((task) => task.a),
      amount,
    ),
    meanPerTask(
      tasks.map((task) => task.b),
      amount,
    ),
  ];
  const drawn = meansIn(tasks, draws, amount);
  const isByChance = chanceOf(tasks, amount) > CHANCE;
  const estimate = (value: (a: number, b: number) => number): Estimate => {
    const ends = interval(
      drawn.a.map((drawnA, draw) => value(drawnA, drawn.b[draw] as number)),
      pairs,
    );
    return { mean: value(a, b), ...(isByChance ? reachingZero(ends) : ends) };
  };
  const hasShare = drawn.a.every((drawnA) => drawnA > 0);
  const change = hasShare ? estimate((drawnA, drawnB) => drawnB / drawnA - 1) : null;
  return { part, a, b, change, difference: estimate((drawnA, drawnB) => drawnB - drawnA) };
}

/** If random reassignment gives such a difference by chance, the interval must include zero. */
const reachingZero = ({ low, high }: Ends): Ends => ({ low: Math.min(0, low), high: Math.max(0, high) });

const meansIn = (tasks: readonly Task[], draws: Draws, amount: (run: BilledRun) => number) => ({
  a: drawnMeans(
    tasks.map(({ a }) => a),
    draws.a,
    amount,
  ),
  b: drawnMeans(
    tasks.map(({ b }) => b),
    draws.b,
    amount,
  ),
});

const meanPerTask = (arms: readonly (readonly BilledRun[])[], amount: (run: BilledRun) => number): number =>
  mean(arms.map((runs) => mean(runs.map(amount))));

type Ends = { readonly low: number; readonly high: number };

function interval(values: readonly number[], pairs: number): Ends {
  const sorted = [...values].sort((one, other) => one - other);
  const cut = Math.floor(sorted.length * tailShare(pairs));
  return { low: sorted[cut] ?? Number.NaN, high: sorted.at(-1 - cut) ?? Number.NaN };
}

/** How much a task's bills differ when the same group repeats it. */
type Repeats = {
  /** Tasks that a group ran more than once. */
  readonly tasks: number;
  /** Mean difference between two runs of the same group and task, as a share of their mean; null without repeats. */
  readonly difference: number | null;
};

function repeatsOf(tasks: readonly Task[]): Repeats {
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

/**
 * In standard errors: 2.24 for a result that chance produces once in 40 cases, and 0.84 so that four of five
 * comparisons detect it.
 */
const SURE = 2.24 + 0.84;

/**
 * How many pairs would show a saving of this share (0.05 is 5 %) four times out of five, if they vary like the present
 * ones.
 *
 * @param error of the logarithm of B : A with this many pairs, from draws.
 */
function pairsNeeded(saving: number, pairs: number, error: number): number {
  return Math.max(2, Math.ceil(pairs * ((SURE * error) / Math.log(1 - saving)) ** 2));
}

/** The smallest saving, as a share, that pairs with this error would show four times out of five. */
const smallestSaving = (error: number): number => 1 - Math.exp(-SURE * error);

/** Weight of each run of a group in a draw, run by run in task order. */
type Weights = readonly Float64Array[];
type Draws = { readonly a: Weights; readonly b: Weights };

const DRAWS = 1_000;
const SEED = 42;

/**
 * Resamples tasks with replacement and, within each task, its runs in each group. A task counts once, however often it
 * was run. Each group has its own random stream, seeded with the ids of its runs. So the same input gives the same
 * draws, and swapped groups give the same draws swapped.
 */
function drawTasks(tasks: readonly Task[]): Draws {
  const nextTask = randomIndexes(SEED);
  const drawn = Array.from({ length: DRAWS }, () => tasks.map(() => nextTask(tasks.length)));
  const arms = { a: tasks.map(({ a }) => a), b: tasks.map(({ b }) => b) };
  return { a: weightsOf(arms.a, drawn), b: weightsOf(arms.b, drawn) };
}

function weightsOf(arm: readonly (readonly BilledRun[])[], drawn: readonly (readonly number[])[]): Weights {
  const next = randomIndexes(seedOf(arm.flat()));
  const starts = arm.map((_, task) => arm.slice(0, task).reduce((sum, runs) => sum + runs.length, 0));
  const length = arm.flat().length;
  return drawn.map((draw) => {
    const weights = new Float64Array(length);
    for (const task of draw) {
      const [start, runs] = [starts[task] ?? 0, arm[task]?.length ?? 0];
      for (let run = 0; run < runs; run += 1) {
        const at = start + next(runs);
        weights[at] = (weights[at] ?? 0) + 1 / (runs * draw.length);
      }
    }
    return weights;
  });
}

/** FNV-1a over the ids. */
function seedOf(runs: readonly BilledRun[]): number {
  let hash = 0x811c9dc5;
  for (const { id } of runs)
    for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The mean of an amount per task, in each draw. */
function drawnMeans(
  arm: readonly (readonly BilledRun[])[],
  weights: Weights,
  amount: (run: BilledRun) => number,
): number[] {
  const amounts = arm.flat().map(amount);
  return weights.map((draw) => {
    let sum = 0;
    for (let run = 0; run < amounts.length; run += 1) sum += (amounts[run] as number) * (draw[run] as number);
    return sum;
  });
}
