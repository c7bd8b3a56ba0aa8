/**
 * Compares the counts and usage sums of `GET /api/sessions/:id` with an independent reading of the same files.
 *
 *     node scripts/run-ts.mjs bench/accuracy/counts.ts
 */

import type { SessionSummary } from "@/lib/api/schemas/session";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { toSessionSummary } from "@/lib/read-models/session-summary";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { type IndependentCounts, readIndependently } from "./independent-reading";
import { importCase, listCases } from "./load-sessions";
import { printTable } from "./print-table";

type Row = readonly [what: string, ours: number | null, theirs: number];

const cases = listCases();
if (cases.length === 0) console.log("No shared transcripts next to this checkout; nothing to compare.");
let differences = 0;
for (const entry of cases) {
  const [session] = await importCase(entry);
  if (session === undefined) throw new Error(`${entry.name} holds no session`);
  const analysis = analyzeSession(session, loadVocabulary);
  const rows = compare(toSessionSummary(analysis, answerOf(analysis)), readIndependently(entry));
  differences += rows.filter(([, ours, theirs]) => (ours ?? 0) !== theirs).length;
  const shown = rows.map(([what, ours, theirs]) => [what, ours, theirs, (ours ?? 0) === theirs ? "" : "differs"]);
  printTable(entry.name, ["", "Winnow", "independent", ""], shown);
}
console.log(`\n${differences} differences`);

function compare({ counts, usage, agents, files }: SessionSummary, independent: IndependentCounts): Row[] {
  const total = [
    usage.uncached_input,
    usage.cache_write_5m,
    usage.cache_write_1h,
    usage.cache_write_unsplit,
    usage.cache_read,
  ];
  const input = total.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  console.log(
    `\nInput summed over rows instead of responses: ${(independent.naiveInput / input).toFixed(2)} × too high`,
  );
  return [
    ["agents", agents.length, independent.agents],
    ["responses", counts.responses, independent.responses],
    ["user_prompts", counts.user_prompts, independent.typed],
    ["tool_calls", counts.tool_calls, independent.toolCalls],
    ["tool_results", counts.tool_results, independent.toolResults],
    ["tool_errors", counts.tool_errors, independent.toolErrors],
    ["orphan_calls", counts.orphan_calls, independent.orphanCalls],
    ["images", counts.images, independent.images],
    ["reasoning_parts", counts.reasoning_parts, independent.reasoning],
    ["compactions", counts.compactions, independent.compactions],
    ["api_errors", counts.api_errors, independent.apiErrors],
    ["files created", files.created.length, independent.filesCreated],
    ["files modified", files.modified.length, independent.filesModified],
    ["files read", files.read.length, independent.filesRead],
    ["uncached_input", usage.uncached_input, independent.usage.input],
    ["cache_write_5m", usage.cache_write_5m, independent.usage.write5m],
    ["cache_write_1h", usage.cache_write_1h, independent.usage.write1h],
    ["cache_read", usage.cache_read, independent.usage.read],
    ["output", usage.output, independent.usage.output],
  ];
}
