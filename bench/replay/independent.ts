/**
 * Compares what a replay says that keeping everything and dropping the oldest half of the messages at 100,000 tokens would
 * have cost, with a second computation from the raw rows of the log that shares no code with it:
 *
 *     node scripts/run-ts.mjs bench/replay/independent.ts FILE [FILE …]
 *
 * For Claude Code transcripts. The differences are those of the replay against the second computation.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { importTranscript } from "@/lib/importers/import-transcript";
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { replaySession } from "@/lib/replay/replay-session";
import type { ReplayPolicy } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { claudeReplay } from "../accuracy/independent/claude-replay";
import { printTable } from "../accuracy/print-table";

const TRIGGER = 100_000;
const POLICIES: readonly ReplayPolicy[] = [
  { kind: "logged", id: "logged" },
  { kind: "keep-all", id: "keep-all" },
  { kind: "recipe", id: "truncate", recipe: "roo-truncate", trigger: { tokens: TRIGGER } },
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
const difference = (ours: number | null | undefined, second: number) =>
  ours == null ? "–" : `${(100 * (ours / second - 1)).toFixed(1)} %`;

const rows: string[][] = [];
for (const file of process.argv.slice(2)) {
  const second = claudeReplay(file, TRIGGER);
  const own = await replayed(file);
  if (!second || !own) continue;
  const [log, kept, cut] = own;
  rows.push([
    path.basename(file),
    `${log?.requests} / ${second.requests}`,
    String(second.compactions),
    `${dollars(log?.cost)} / ${dollars(second.log)}`,
    `${dollars(kept?.cost)} / ${dollars(second.keepAll)}`,
    difference(kept?.cost, second.keepAll),
    `${dollars(cut?.cost)} / ${dollars(second.truncated)}`,
    `${cut?.fired} / ${second.firings}`,
    difference(cut?.cost, second.truncated),
  ]);
}
const heads = ["file", "requests", "compactions", "log", "keep all", "difference", "truncate", "firings", "difference"];
printTable("The replay / the second computation", heads, rows);
