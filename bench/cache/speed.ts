/**
 * Time of the cache analysis after tokenization, for sessions with prompts of 150,000 tokens:
 *
 *     node scripts/run-ts.mjs bench/cache/speed.ts
 */
import { printTable } from "../accuracy/print-table";
import { prepareAnalysis, type Run } from "./prepare-analysis";

const SIZES = [1000, 2000, 4000, 8000];
const ROUNDS = 20;

/** Milliseconds of processor time, including garbage collection. */
function measure({ analyze }: Run): number {
  const before = process.cpuUsage();
  analyze();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Runs the sizes in turn, so that a busy moment of the machine or a late optimisation affects all of them. */
function leastOfRounds(runs: readonly Run[]): number[] {
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1)
    runs.forEach((run, at) => {
      best[at] = Math.min(best[at] as number, measure(run));
    });
  return best;
}

const runs = SIZES.map(prepareAnalysis);
const best = leastOfRounds(runs);
printTable(
  "Cache analysis after tokenization",
  ["requests", "messages", "processor time", "against half as many"],
  runs.map(({ requests, messages }, at) => [
    requests,
    messages,
    `${(best[at] as number).toFixed(0)} ms`,
    at === 0 ? "–" : `${((best[at] as number) / (best[at - 1] as number)).toFixed(2)} ×`,
  ]),
);
