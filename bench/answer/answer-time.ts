/**
 * What the answer costs beyond what an import computes, in processor time, on the largest sessions of the
 * corpus and on those with compactions. Each run reads the session again, because facts are cached by part;
 * the table shows the fastest, because other work on the machine adds time. The last line adds them up; if
 * `sessions` exceeds the corpus's size, it covers the entire corpus.
 *
 * node scripts/run-ts.mjs bench/answer/answer-time.ts [sessions] [runs]
 */
import { statSync } from "node:fs";
import path from "node:path";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { simulateSession } from "@/lib/pipeline/simulate-session";
import { toAgentOutlines } from "@/lib/read-models/agent-outline";
import { toAgentComposition } from "@/lib/read-models/composition";
import { toSessionCache } from "@/lib/read-models/session-cache";
import { withWasteChecks } from "@/lib/read-models/waste-findings";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { agentsOf } from "@/lib/view-models/answer/answer-of";
import { sumCompactions } from "@/lib/view-models/answer/compaction-sums";
import { toCostAnswer } from "@/lib/view-models/answer/to-cost-answer";
import { CORPUS, type CorpusRow, corpusRows, corpusSession } from "../corpus-sessions";

const [count = 10, runs = 3] = process.argv.slice(2).map(Number);
const sizeOf = ({ files: [file = ""] }: CorpusRow) => statSync(path.join(CORPUS, file)).size;
const largest = (rows: readonly CorpusRow[]) => rows.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, count);

function timed<Value>(work: () => Value): [Value, number] {
  const from = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(from);
  return [value, (user + system) / 1000];
}

/** Milliseconds of an import's own work, of the compactions, and of the rest of the answer. */
async function measure(row: CorpusRow) {
  const session = await corpusSession(row);
  if (session === null) return null;
  const [{ input, analysis }, base] = timed(() => {
    const analysis = analyzeSession(session, loadVocabulary);
    const cache = analyzeCache(analysis);
    const simulated = simulateSession(analysis);
    const agents = agentsOf(analysis);
    const outlines = toAgentOutlines(analysis, agents, []);
    const compositions = agents.map((agent) => toAgentComposition(analysis, agent));
    const composed = compositions.map((own, at) => ({ own, window: outlines[at]?.window ?? null }));
    const { risks, checks } = withWasteChecks(toSessionCache(analysis, cache), analysis, composed);
    return { analysis, input: { analysis, cache, simulated, compositions, checks, risks } };
  });
  const [compactions, ofCompactions] = timed(() => sumCompactions(analysis));
  const [answer, rest] = timed(() => toCostAnswer({ ...input, compactions }));
  return { base, ofCompactions, rest, requests: answer.requests, compactions };
}

const rounded = (value: number | undefined) => Math.round(value ?? 0);
const fastest = (values: readonly number[]) => rounded(Math.min(...values));

console.log("| session | packed kB | requests | compactions | import ms | compactions ms | rest of the answer ms |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
const rows = [...largest(corpusRows()), ...largest(corpusRows(({ compactions }) => compactions > 0))];
const answers: number[] = [];
for (const row of new Map(rows.map((row) => [row.id, row])).values()) {
  const found = [];
  for (let run = 0; run < runs; run += 1) found.push((await measure(row)) ?? []);
  const all = found.flat();
  if (all.length === 0) continue;
  const cells = [
    all.map(({ base }) => base),
    all.map(({ ofCompactions }) => ofCompactions),
    all.map(({ rest }) => rest),
  ];
  answers.push(fastest(all.map(({ ofCompactions, rest }) => ofCompactions + rest)));
  const { requests, compactions } = all[0] as NonNullable<(typeof all)[number]>;
  const sums = compactions && `${compactions.needed}/${compactions.kept}/${compactions.gone}/${compactions.files}`;
  console.log(
    `| ${row.id} | ${Math.round(sizeOf(row) / 1024)} | ${requests} | ${compactions?.count ?? 0} (${sums}) | ${cells.map(fastest).join(" | ")} |`,
  );
}

const sorted = answers.toSorted((a, b) => a - b);
const mean = rounded(sorted.reduce((sum, value) => sum + value, 0) / sorted.length);
const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1];
console.log(`\nThe answer of ${sorted.length} sessions: mean ${mean} ms, p95 ${p95} ms, largest ${sorted.at(-1)} ms`);
