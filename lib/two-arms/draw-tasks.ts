import { randomIndexes } from "../evaluation/seeded-random";
import type { BilledRun, Task } from "./tasks";

/** How much each run of an arm counts in a draw, run after run in the order of the tasks. */
type Weights = readonly Float64Array[];
export type Draws = { readonly a: Weights; readonly b: Weights };

const DRAWS = 1_000;
const SEED = 42;

/**
 * Tasks drawn again with replacement, and within a task its runs in each arm. A task counts once, however often it was run.
 * Each arm has its own stream of numbers, made from the ids of its runs: the same input gives the same draws, and swapped
 * arms give the same draws swapped.
 */
export function drawTasks(tasks: readonly Task[]): Draws {
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
export function drawnMeans(
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
