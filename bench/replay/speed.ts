/**
 * Time of a replay after tokenization, by number of requests and by policy:
 *
 *     node scripts/run-ts.mjs bench/replay/speed.ts
 *
 * The session's parts are counted before timing starts; what a policy writes (stubs, notes) is counted while timed. In
 * the "first run", nothing else about the parts is cached. In later runs, what recipes read from single parts is
 * cached, but every replay searches again for the facts by which losses are measured.
 */
import type { ReplayPolicy } from "@/lib/replay/replay-types";
import { printTable } from "../accuracy/print-table";
import { LOGGED, POLICIES, prepareRun, type Run } from "./prepare-run";

const SIZES = [500, 1000, 2000, 4000];
const ROUNDS = 3;
/** Milliseconds of processor time, each including the search for the facts of every part. */
function measure({ replay }: Run, policies: readonly ReplayPolicy[]): number {
  const before = process.cpuUsage();
  replay(policies);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The minimum time of the rounds. Sizes run in turn, so that a busy moment of the machine affects all of them. */
function leastOf(runs: readonly Run[], policies: readonly ReplayPolicy[]): number[] {
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1)
    runs.forEach((run, at) => {
      best[at] = Math.min(best[at] as number, measure(run, policies));
    });
  return best;
}

const exponents = (values: readonly number[]): string[] =>
  values.map((value, at) => {
    const [before, size, half] = [values[at - 1], SIZES[at] as number, SIZES[at - 1]];
    return before === undefined || half === undefined
      ? "–"
      : (Math.log(value / before) / Math.log(size / half)).toFixed(2);
  });

const runs: Run[] = [];
for (const size of SIZES) runs.push(await prepareRun(size));
// After this warm-up all code is compiled, but nothing is cached about the parts of the measured sessions.
measure(await prepareRun(SIZES[0] as number), POLICIES);
const first = runs.map((run) => measure(run, [LOGGED, ...POLICIES]));
const all = leastOf(runs, [LOGGED, ...POLICIES]);
const [firstGrowth, growth] = [exponents(first), exponents(all)];
printTable(
  "The log and five policies",
  ["requests", "messages", "first run, ms", "exponent", "ms of processor", "ms per request", "exponent"],
  runs.map(({ requests, messages }, at) => {
    const [cold, time] = [first[at] as number, all[at] as number];
    const perRequest = (time / requests).toFixed(2);
    return [
      requests,
      messages,
      Math.round(cold),
      firstGrowth[at] as string,
      Math.round(time),
      perRequest,
      growth[at] as string,
    ];
  }),
);
const each = POLICIES.flatMap((policy) => {
  const times = leastOf(runs, [policy]);
  const own = exponents(times);
  return runs.map(({ requests, replay }, at) => {
    const fired = replay([policy])[0]?.totals.fired ?? 0;
    return [policy.id, requests, Math.round(times[at] as number), fired, own[at] as string];
  });
});
printTable("Each policy alone", ["policy", "requests", "ms", "fired", "exponent"], each);
