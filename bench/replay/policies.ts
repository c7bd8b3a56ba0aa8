/**
 * Time of many policies over one session, and of the same policies over all sessions of folders:
 *
 *     node scripts/run-ts.mjs bench/replay/policies.ts [FOLDER …]
 *
 * The policies are six strategies, each at four triggers and with three floors. Without a folder, the session is the
 * built-in example repeated day after day, at three lengths. Parts are counted and analysed before timing starts.
 * Processor milliseconds on one core.
 */

import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { replayPolicy } from "@/lib/replay/replay-policy";
import type { Replay, ReplayPolicy } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import type { Session } from "@/lib/transcript/session";
import { loadSharedSessions } from "@/tests/support/shared-transcripts";
import { printTable } from "../accuracy/print-table";
import { longSession } from "./long-session";

const STRATEGIES = [
  "winnow",
  "swe-agent-last-n",
  "anthropic-clear-tool-uses",
  "roo-truncate",
  "centagent-externalise",
  "codex-local",
];
const TRIGGERS = [80_000, 100_000, 120_000, 150_000];
const FLOORS = [40_000, 55_000, 70_000];
const LENGTHS = [150, 300, 600, 1200];
const FEWEST_REQUESTS = 50;

const POLICIES: readonly ReplayPolicy[] = STRATEGIES.flatMap((recipe) =>
  TRIGGERS.flatMap((tokens) =>
    FLOORS.map((floor) => ({
      kind: "recipe" as const,
      id: `${recipe} ${tokens} to ${floor}`,
      recipe,
      trigger: { tokens },
      floor,
    })),
  ),
);

type Timed = { readonly prepared: number; readonly all: number; readonly byRecipe: number[]; readonly fired: number };

function timed(session: Session): Timed {
  const analysis = analyzeSession(session, loadVocabulary);
  const { environmentOf } = replayEnvironments(analysis, "main", WORKER_SURROUNDINGS);
  const start = milliseconds();
  const prepared = prepareReplay(analysis, { environmentOf });
  const ready = milliseconds();
  const byRecipe = STRATEGIES.map((recipe) => {
    const before = milliseconds();
    const own = POLICIES.filter((policy) => policy.kind === "recipe" && policy.recipe === recipe);
    const replays = own.map((policy) => replayPolicy(prepared, policy));
    return { time: milliseconds() - before, fired: firings(replays) };
  });
  return {
    prepared: ready - start,
    all: milliseconds() - start,
    byRecipe: byRecipe.map(({ time }) => time),
    fired: byRecipe.reduce((sum, { fired }) => sum + fired, 0),
  };
}

const firings = (replays: readonly Replay[]): number => replays.reduce((sum, { totals }) => sum + totals.fired, 0);

function milliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const rowOf = (name: string, requests: number, { prepared, all, byRecipe, fired }: Timed, growth: string) => [
  name,
  requests,
  fired,
  Math.round(prepared),
  ...byRecipe.map(Math.round),
  Math.round(all),
  growth,
];

const folders = process.argv.slice(2);
const rows: (string | number)[][] = [];
if (folders.length === 0) {
  timed(await longSession(LENGTHS[0] as number)); // compiles the code
  let before: { requests: number; all: number } | null = null;
  for (const requests of LENGTHS) {
    const time = timed(await longSession(requests));
    const growth = before && Math.log(time.all / before.all) / Math.log(requests / before.requests);
    rows.push(rowOf("example", requests, time, growth === null ? "–" : growth.toFixed(2)));
    before = { requests, all: time.all };
  }
}
for (const folder of folders)
  for (const { file, session } of await loadSharedSessions(folder)) {
    const requests = session.responses.filter(({ agent }) => agent === "main").length;
    if (requests >= FEWEST_REQUESTS) rows.push(rowOf(file, requests, timed(session), "–"));
  }
printTable(
  `${POLICIES.length} policies`,
  ["session", "requests", "firings", "prepare", ...STRATEGIES, "all, ms", "exponent"],
  rows,
);
