/**
 * Compares the token estimate with the reported usage, before and after calibration, for every shared transcript of a
 * client that logs usage.
 *
 *     node scripts/run-ts.mjs bench/tokens/calibration.ts [--requests]
 */
import path from "node:path";
import { appendedMessages } from "@/lib/ledger/build-token-ledger";
import type { PromptStep } from "@/lib/ledger/prompt-steps";
import { type Analysis, analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { CLAUDE_CODE_FOLDER, importCase, listCases } from "../accuracy/load-sessions";
import { percent, printTable } from "../accuracy/print-table";
import { median } from "./timing";

type Row = {
  readonly request: number;
  readonly prompt: number;
  readonly growth: number | null;
  readonly before: number | null;
  readonly anchored: number | null;
  readonly sum: number;
};

/** One row per request with reported usage. `before` and `anchored` count what was appended since the last such request. */
function rowsOf({ ledger, requests }: Analysis): Row[] {
  return ledger.steps.flatMap((step): Row[] => {
    const request = requests[step.request];
    if (!request || step.promptTokens === null) return [];
    const sum = Object.values(request.composition).reduce((all, tokens) => all + tokens, 0);
    const growth = step.kind === "append" ? step.delta : null;
    const of = (value: "estimate" | "tokens") => (growth === null ? null : appended(ledger, step, value));
    return [
      { request: step.request, prompt: step.promptTokens, growth, before: of("estimate"), anchored: of("tokens"), sum },
    ];
  });
}

function appended(ledger: Analysis["ledger"], step: PromptStep, value: "estimate" | "tokens"): number {
  const parts = appendedMessages(step, ledger.threads.get(step.agent)).flatMap((message) => message.parts);
  return Math.round(parts.reduce((sum, part) => sum + (ledger.parts.get(part.id)?.[value] ?? 0), 0));
}

function summaryRow(name: string, analysis: Analysis) {
  const { ledger } = analysis;
  const rows = rowsOf(analysis);
  const grown = rows.filter((row) => row.growth !== null && row.growth > 0);
  const errors = grown.map((row) => Math.abs((row.before ?? 0) - (row.growth ?? 0)) / (row.growth ?? 1));
  const { steps, unaccounted, before, after } = ledger.residual;
  return [
    name,
    `${ledger.tokenizer.id}, ${ledger.tokenizer.basis}`,
    rows.length,
    steps,
    unaccounted,
    percent(before),
    percent(errors.length > 0 ? median(errors) : null),
    percent(after),
    [...ledger.scales.values()].map((scale) => scale.toFixed(3)).join(", "),
    grown.filter((row) => row.anchored === row.growth).length,
    `${rows.filter((row) => row.sum === row.prompt).length} of ${rows.length}`,
  ];
}

const HEAD = [
  "file",
  "tokenizer",
  "requests",
  "steps",
  "left out",
  "before",
  "median request before",
  "after, held out",
  "scale k",
  "steps whose parts sum to the growth",
  "prompts whose composition sums to the total",
];

const folders = ["claude-code", "codex", "pi", "qwen-code", "vercel-ai-sdk"].map((name) =>
  path.join(CLAUDE_CODE_FOLDER, "..", name),
);
const table: (string | number)[][] = [];
for (const folder of folders)
  for (const entry of listCases(folder))
    for (const session of await importCase(entry)) {
      const analysis = analyzeSession(session, loadVocabulary);
      const rows = rowsOf(analysis);
      if (rows.length < 2) continue;
      table.push(summaryRow(entry.name, analysis));
      if (process.argv.includes("--requests"))
        printTable(
          entry.name,
          ["request", "prompt", "growth", "before", "after", "composition"],
          rows.map(({ request, prompt, growth, before, anchored, sum }) => [
            request,
            prompt,
            growth,
            before,
            anchored,
            sum,
          ]),
        );
    }
if (table.length === 0) console.log("No shared transcripts next to this checkout; nothing to measure.");
else printTable("Estimates against reported growth", HEAD, table);
