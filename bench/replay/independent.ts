/**
 * Compares a replay's costs with those of an independent computation from the log's raw rows: for keeping everything,
 * and for dropping the oldest half of the messages at seven prompt sizes.
 *
 *     node scripts/run-ts.mjs bench/replay/independent.ts FILE [FILE …]
 *
 * For Claude Code transcripts. Differences are relative to the independent computation.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { replaySession } from "@/bench/replay/replay-session";
import { importTranscript } from "@/lib/importers/import-transcript";
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import type { ReplayPolicy } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { claudeReplay } from "../accuracy/independent/claude-replay";
import { printTable } from "../accuracy/print-table";

/** Several triggers, because a run one request earlier or later may fall on a pause of the log or miss it. */
const TRIGGERS = [80, 90, 100, 110, 120, 130, 140].map((thousands) => thousands * 1_000);
const POLICIES: readonly ReplayPolicy[] = [
  { kind: "logged", id: "logged" },
  { kind: "keep-all", id: "keep-all" },
  ...TRIGGERS.map((tokens) => ({
    kind: "recipe" as const,
    id: `truncate at ${tokens}`,
    recipe: "roo-truncate",
    trigger: { tokens },
  })),
];

async function replayed(file: string) {
  const bytes = new Uint8Array(readFileSync(file));
  const imported = await importTranscript([
    {
      name: path.basename(file),
      sha256: "0".repeat(64),
      bytes: bytes.length,
      async *open() {
        yield bytes;
      },
    },
  ]);
  const session = imported.ok ? imported.value.sessions[0] : undefined;
  if (!session) return null;
  const analysis = analyzeSession(session, loadVocabulary);
  const { environmentOf } = replayEnvironments(analysis, "main", WORKER_SURROUNDINGS);
  return replaySession(analysis, POLICIES, { environmentOf }).map(({ totals }) => totals);
}

const dollars = (amount: number | null | undefined) => (amount == null ? "–" : `$${amount.toFixed(2)}`);
const differenceOf = (ours: number | null | undefined, second: number) => (ours ?? Number.NaN) / second - 1;
const percentOf = (share: number) => `${(100 * share).toFixed(1)} %`;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const rows: string[][] = [];
for (const file of process.argv.slice(2)) {
  const seconds = TRIGGERS.flatMap((trigger) => claudeReplay(file, trigger) ?? []);
  const own = await replayed(file);
  const [second] = seconds;
  if (!second || !own) continue;
  const [log, kept, ...cuts] = own;
  const differences = seconds.map(({ truncated }, index) => differenceOf(cuts[index]?.cost, truncated));
  rows.push([
    path.basename(file),
    `${log?.requests} / ${second.requests}`,
    String(second.compactions),
    `${dollars(log?.cost)} / ${dollars(second.log)}`,
    `${dollars(kept?.cost)} / ${dollars(second.keepAll)}`,
    percentOf(differenceOf(kept?.cost, second.keepAll)),
    differences.map(percentOf).join(", "),
    percentOf(mean(differences)),
  ]);
}
const heads = [
  "file",
  "requests",
  "compactions",
  "log",
  "keep all",
  "difference",
  `truncate at ${TRIGGERS.map((tokens) => tokens / 1_000).join(", ")}k: differences`,
  "mean",
];
printTable("The replay / the second computation", heads, rows);
