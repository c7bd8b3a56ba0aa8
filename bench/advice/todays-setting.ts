/**
 * Checks the replay against the log: each client's own compaction, replayed at the prompt at which the log compacted,
 * should cost what the log cost and leave what the log left.
 *
 *     node scripts/run-ts.mjs bench/advice/todays-setting.ts [--list]
 */
import { type CorpusRow, corpusRows, corpusSession } from "@/bench/corpus-sessions";
import { candidateOf } from "@/lib/advice/candidate";
import { FOLD_AS_CLIENT } from "@/lib/advice/families";
import { replayPolicyOf } from "@/lib/advice/search-session";
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { toCompactionRows } from "@/lib/read-models/compactions";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { replayPolicy } from "@/lib/replay/replay-policy";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { printTable } from "../accuracy/print-table";

type Held = {
  readonly id: string;
  /** Change of cost compared with the log. */
  readonly change: number;
  /** Tokens of the first prompt after the first compaction, in the log and in the replay. */
  readonly left: { readonly log: number; readonly replay: number } | null;
  readonly lost: { readonly log: number; readonly replay: number };
};

const held: Held[] = [];
for (const row of corpusRows(() => true)) {
  const one = await holdAgainstLog(row);
  if (one) held.push(one);
}
if (process.argv.includes("--list")) printSessions();
printSums();

/** Null for a session whose client never compacted by itself. */
async function holdAgainstLog(row: CorpusRow): Promise<Held | null> {
  const session = await corpusSession(row);
  if (!session) return null;
  const analysis = analyzeSession(session, loadVocabulary);
  const own = toCompactionRows(analysis).filter(({ trigger, before }) => trigger === "auto" && before);
  const [first] = own;
  if (!first) return null;
  // Makes the client compact just above the smallest prompt at which it compacted in the log.
  const trigger = Math.min(...own.map(({ before }) => before ?? Number.POSITIVE_INFINITY)) + 1;
  const { environmentOf } = replayEnvironments(analysis, "main", WORKER_SURROUNDINGS);
  const prepared = prepareReplay(analysis, { environmentOf });
  const log = replayPolicy(prepared, { kind: "logged", id: "logged" });
  const replay = replayPolicy(prepared, replayPolicyOf(candidateOf(FOLD_AS_CLIENT, trigger), session.client));
  if (log.totals.cost === null || replay.totals.cost === null) return null;
  const fired = replay.rows.find((one) => one.fired)?.prompt;
  return {
    id: row.id,
    change: replay.totals.cost / log.totals.cost - 1,
    left: fired === undefined || first.after === null ? null : { log: first.after, replay: fired },
    lost: { log: log.totals.lostFactsUsed, replay: replay.totals.lostFactsUsed },
  };
}

function printSessions(): void {
  printTable(
    "Today's setting, replayed",
    ["session", "cost against the log", "left by the log", "left by the replay", "lost by the log", "by the replay"],
    held.map(({ id, change, left, lost }) => [
      id,
      percent(change),
      left?.log ?? "-",
      left?.replay ?? "-",
      lost.log,
      lost.replay,
    ]),
  );
}

function printSums(): void {
  const changes = held.map(({ change }) => change);
  const lefts = held.flatMap(({ left }) => (left ? [left.replay - left.log] : []));
  const lost = (of: "log" | "replay") => sum(held.map((one) => one.lost[of]));
  printTable(
    "Today's setting, replayed, against the log",
    ["sessions", "cost, mean", "median", "mean size", "left, median", "mean size", "lost by the log", "by the replay"],
    [
      [
        held.length,
        percent(mean(changes)),
        percent(median(changes)),
        percent(mean(changes.map(Math.abs))),
        Math.round(median(lefts)),
        Math.round(mean(lefts.map(Math.abs))),
        lost("log"),
        lost("replay"),
      ],
    ],
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
