/**
 * Compares the cost of keeping everything with the cost of the log, session by session, for folders of transcripts:
 *
 *     node scripts/run-ts.mjs bench/replay/keep-all.ts FOLDER [FOLDER …]
 *
 * If a session was never compacted, its client kept everything too, so both costs must agree. The last column shows the
 * difference.
 */

import { replaySession } from "@/bench/replay/replay-session";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { createEnvironment } from "@/lib/strategies/grammar/environment";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import type { Session } from "@/lib/transcript/session";
import { loadSharedSessions } from "@/tests/support/shared-transcripts";
import { printTable } from "../accuracy/print-table";

const FEWEST_REQUESTS = 5;

function compareCosts(file: string, session: Session): string[] | null {
  const analysis = analyzeSession(session, loadVocabulary);
  if (analysis.requests.filter(({ agent }) => agent === "main").length < FEWEST_REQUESTS) return null;
  const tokenizer = createTokenizer("o200k", loadVocabulary);
  const environment = createEnvironment({
    count: (text) => tokenizer.count(text),
    tokensOfPart: (part) => analysis.ledger.parts.get(part.id)?.tokens,
    store: { put: (content, { tokens }) => ({ id: "unused", bytes: content.length, tokens }) },
  });
  const policies = [
    { kind: "logged", id: "logged" },
    { kind: "keep-all", id: "keep-all" },
  ] as const;
  const [logged, kept] = replaySession(analysis, policies, { environmentOf: () => environment });
  if (!logged || !kept || logged.totals.cost === null || kept.totals.cost === null) return null;
  const compactions = session.events.filter(({ type }) => type === "compaction" || type === "micro-compaction").length;
  const change = kept.totals.cost / logged.totals.cost - 1;
  return [
    file,
    String(logged.totals.requests),
    String(compactions),
    `$${logged.totals.cost.toFixed(3)}`,
    `$${kept.totals.cost.toFixed(3)}`,
    `${(100 * change).toFixed(1)} %`,
  ];
}

const rows: string[][] = [];
for (const folder of process.argv.slice(2))
  for (const { file, session } of await loadSharedSessions(folder)) {
    const row = compareCosts(file, session);
    if (row) rows.push(row);
  }
printTable(
  "Keeping everything, compared with the log",
  ["file", "requests", "compactions", "log", "keep all", "difference"],
  rows,
);
