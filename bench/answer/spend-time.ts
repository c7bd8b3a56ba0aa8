/**
 * Processor time of the attribution (GET /api/sessions/:id/spend) beyond what an import computes, on the largest
 * sessions of the corpus whose parts have at least 200,000 tokens. Each run reads the session again, because facts are
 * cached by part.
 *
 *     node scripts/run-ts.mjs bench/answer/spend-time.ts [sessions] [runs]
 */
import { statSync } from "node:fs";
import path from "node:path";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { spendOf } from "@/lib/spend/spend-of-session";
import { printTable } from "../accuracy/print-table";
import { CORPUS, type CorpusRow, corpusRows, corpusSession } from "../corpus-sessions";

const [count = 12, runs = 3] = process.argv.slice(2).map(Number);
const LEAST_TOKENS = 200_000;
const sizeOf = ({ files: [file = ""] }: CorpusRow) => statSync(path.join(CORPUS, file)).size;

async function measure(row: CorpusRow) {
  const session = await corpusSession(row);
  if (session === null) return null;
  const analysis = analyzeSession(session, loadVocabulary);
  analyzeCache(analysis);
  const tokens = [...analysis.ledger.parts.values()].reduce((sum, part) => sum + part.tokens, 0);
  const from = process.cpuUsage();
  const { rows } = spendOf(analysis);
  const { user, system } = process.cpuUsage(from);
  return { requests: analysis.requests.length, tokens, rows: rows.length, ms: (user + system) / 1000 };
}

const table: (string | number)[][] = [];
for (const row of corpusRows().toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
  if (table.length >= count) break;
  const first = await measure(row);
  if (first === null || first.tokens < LEAST_TOKENS) continue;
  const times = [first.ms];
  for (let run = 1; run < runs; run += 1) times.push((await measure(row))?.ms ?? 0);
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  table.push([
    row.id,
    row.client,
    first.requests,
    first.tokens,
    first.rows,
    sorted[sorted.length >> 1] as number,
    sorted.at(-1) as number,
  ]);
}
printTable(
  "Processor time of the attribution",
  ["session", "client", "requests", "tokens of its parts", "rows", "median ms", "largest ms"],
  table,
);
