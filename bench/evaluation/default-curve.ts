/**
 * What the default costs as a policy over whole sessions, and what it loses, at other triggers and floors, on the same halves of
 * the sessions as `default-search.ts`:
 *
 *     node scripts/run-ts.mjs bench/evaluation/default-curve.ts FOLDER [FOLDER …]
 *
 * Costs are shares of the log's, with what was lost and used again fetched again.
 */
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { replayPolicy } from "@/lib/replay/replay-policy";
import type { PreparedReplay, ReplayTotals } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { loadSharedSessions } from "@/tests/support/shared-transcripts";
import { percent, printTable } from "../accuracy/print-table";
import { halfOf } from "./session-halves";

const FEWEST_REQUESTS = 30;
/** Triggers and floors, in thousands of tokens. */
const CUTS = [
  [120, 60],
  [100, 60],
  [80, 50],
  [80, 40],
  [70, 40],
  [60, 40],
] as const;

type Priced = { readonly isChosenOn: boolean; readonly prepared: PreparedReplay; readonly log: ReplayTotals };

async function pricedIn(folder: string): Promise<Priced[]> {
  const long = (await loadSharedSessions(folder)).filter(
    ({ session }) => session.responses.filter(({ agent }) => agent === "main").length >= FEWEST_REQUESTS,
  );
  const files = [...new Set(long.map(({ file }) => file))];
  return long.flatMap(({ file, session }) => {
    const analysis = analyzeSession(session, loadVocabulary);
    const { environmentOf } = replayEnvironments(analysis, "main", WORKER_SURROUNDINGS);
    const prepared = prepareReplay(analysis, { environmentOf });
    const log = replayPolicy(prepared, { kind: "logged", id: "logged" }).totals;
    if (log.cost === null || log.readShare === null) return [];
    return [{ isChosenOn: halfOf(file, files) === "tuned on", prepared, log }];
  });
}

function rowOf(sessions: readonly Priced[], [trigger, floor]: (typeof CUTS)[number]): string[] {
  const params = { trigger: trigger * 1_000, floor: floor * 1_000 };
  const sum = { cost: 0, fetches: 0, lost: 0, logCost: 0, logLost: 0, requests: 0 };
  for (const { prepared, log } of sessions) {
    const { totals } = replayPolicy(prepared, { kind: "recipe", id: "winnow", recipe: { id: "winnow", params } });
    sum.cost += totals.cost ?? 0;
    sum.fetches += totals.fetchCost ?? 0;
    sum.lost += totals.lostFactsUsed;
    sum.logCost += log.cost ?? 0;
    sum.logLost += log.lostFactsUsed;
    sum.requests += log.requests;
  }
  const per100 = (facts: number) => ((100 * facts) / sum.requests).toFixed(1);
  const costs = [percent(sum.cost / sum.logCost), percent((sum.cost + sum.fetches) / sum.logCost)];
  return [`${trigger}k to ${floor}k`, ...costs, per100(sum.lost), per100(sum.logLost)];
}

const sessions: Priced[] = [];
for (const folder of process.argv.slice(2)) sessions.push(...(await pricedIn(folder)));
for (const isChosenOn of [true, false]) {
  const own = sessions.filter((session) => session.isChosenOn === isChosenOn);
  printTable(
    `${isChosenOn ? "Chosen on" : "Held out"}: ${own.length} priced sessions`,
    ["trigger and floor", "cost", "with fetches", "lost facts used per 100 requests", "in the log"],
    CUTS.map((cut) => rowOf(own, cut)),
  );
}
