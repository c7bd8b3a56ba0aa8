/**
 * What a search for advice costs: 72 policies on one session of 300 requests, the same policies on sessions
 * of 300 to 2,400 requests with the exponent of their growth, and advice over several sessions of the
 * folders. Measured in processor seconds, because elapsed time grows with other work on the machine.
 *
 * node scripts/run-ts.mjs bench/advice/cost.ts [FOLDER …]
 */
import { DEFAULT_FAMILIES, sharedPolicies } from "@/lib/advice/families";
import { measureSession, type SearchRun, searchSession } from "@/lib/advice/search-session";
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import type { Session } from "@/lib/transcript/session";
import { loadSharedSessions } from "@/tests/support/shared-transcripts";
import { printTable } from "../accuracy/print-table";
import { longSession } from "../replay/long-session";

const POLICIES = 72;
const LATEST = 200_000;
const PRICES = [0, 0.02, 0.05, 0.2];
const SIZES = [300, 600, 1_200, 2_400];
const MAX_SESSIONS = 14;
const FEWEST_REQUESTS = 30;

const timed = <T>(work: () => T): readonly [value: T, seconds: number] => {
  const from = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(from);
  return [value, (user + system) / 1e6];
};

function prepared(session: Session) {
  const analysis = analyzeSession(session, loadVocabulary);
  const { environmentOf } = replayEnvironments(analysis, "main", WORKER_SURROUNDINGS);
  const requests = analysis.requests.filter(({ agent }) => agent === "main").length;
  const run: SearchRun = { prepared: prepareReplay(analysis, { environmentOf }) };
  return { run, requests };
}

const space = {
  families: DEFAULT_FAMILIES,
  peak: LATEST,
  latest: LATEST,
  earliest: 0,
  start: 0,
  room: LATEST,
  most: POLICIES,
  prices: PRICES,
};
const shared = sharedPolicies(DEFAULT_FAMILIES, LATEST);
const triedBy = (found: ReturnType<typeof searchSession>): number =>
  typeof found === "string" ? 0 : found.tried.length;

const rows: string[][] = [];
const times: { searched: number; same: number }[] = [];
for (const size of SIZES) {
  const session = await longSession(size);
  const [{ run }, read] = timed(() => prepared(session));
  const [found, searched] = timed(() => searchSession(space, run));
  const [, same] = timed(() => measureSession(shared, run));
  times.push({ searched, same });
  rows.push([
    `${size}`,
    read.toFixed(1),
    `${triedBy(found)}`,
    searched.toFixed(1),
    `${shared.length}`,
    same.toFixed(1),
  ]);
}
printTable("What a search costs", ["requests", "analysis, s", "policies searched", "s", "policies shared", "s"], rows);
const exponent = (seconds: readonly number[], from: number): string => {
  const [first, last] = [seconds.at(from) ?? 1, seconds.at(-1) ?? 1];
  return (Math.log(last / first) / Math.log((SIZES.at(-1) ?? 1) / (SIZES.at(from) ?? 1))).toFixed(2);
};
for (const [name, seconds] of [
  ["searched", times.map(({ searched }) => searched)],
  ["shared", times.map(({ same }) => same)],
] as const)
  console.log(
    `Exponent of the policies ${name}: ${exponent(seconds, 0)} over all, ${exponent(seconds, -2)} in the last step`,
  );

// Policies that only clear outputs are given up in long sessions, so their runs cannot be timed.
const GIVEN_UP = new Set(["anthropic-clear-tool-uses", "opencode-prune", "manus"]);
const lasting = DEFAULT_FAMILIES.filter(({ id }) => !GIVEN_UP.has(id));
const perFiring: string[][] = [];
for (const size of SIZES) {
  const { run } = prepared(await longSession(size));
  for (const family of lasting) {
    const policies = sharedPolicies([family], LATEST).filter((candidate) => candidate.family === family);
    const [found, took] = timed(() => measureSession(policies, run));
    const firings = typeof found === "string" ? 0 : found.tried.reduce((sum, { outcome }) => sum + outcome.fired, 0);
    perFiring.push([`${size}`, family.id, `${firings}`, took.toFixed(2), ((took / firings) * 1_000).toFixed(1)]);
  }
}
printTable("Seven policies of a family", ["requests", "family", "firings", "s", "ms per firing"], perFiring);

let [sessions, requests, seconds] = [0, 0, 0];
for (const folder of process.argv.slice(2))
  for (const { session } of await loadSharedSessions(folder)) {
    if (sessions === MAX_SESSIONS) break;
    const [ready, read] = timed(() => prepared(session));
    if (ready.requests < FEWEST_REQUESTS) continue;
    const [found, measured] = timed(() => measureSession(shared, ready.run));
    if (typeof found === "string") continue;
    sessions += 1;
    requests += ready.requests;
    seconds += read + measured;
  }
if (sessions > 0)
  console.log(`${sessions} sessions, ${requests} requests, ${shared.length} policies: ${seconds.toFixed(1)} s`);
