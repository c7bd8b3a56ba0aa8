/**
 * Compares Winnow's usage per call with an independent reading, for every Codex rollout of both shared folders, and
 * measures how output tokens correlate with the text that they are assigned to (Pearson; without reasoning).
 *
 *     node scripts/run-ts.mjs bench/accuracy/codex.ts
 */
import path from "node:path";
import { NEWER_TRANSCRIPTS, SHARED_TRANSCRIPTS } from "@/bench/shared";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { Session } from "@/lib/transcript/session";
import { promptTokens } from "@/lib/transcript/usage";
import { readRealIndex } from "@/tests/support/real-index";

import { diskFile } from "@/tests/support/transcript-file";
import { type CodexCall, codexCalls, correlation } from "./independent/codex-calls";
import { printTable } from "./print-table";

const COLUMNS = ["file", "calls", "equal calls", "window", "compactions", "input", "output", "correlation", "shifted"];

async function rowOf(file: string): Promise<string[]> {
  const imported = await importTranscript([diskFile(file)]);
  const [session] = imported.ok ? imported.value.sessions : [];
  if (!session) throw new Error(`${file} does not import`);
  const theirs = codexCalls(file);
  const ours = callsOf(session);
  const equal = theirs.filter((call, at) => JSON.stringify(figuresOf(call)) === JSON.stringify(ours[at])).length;
  const sum = (key: "input" | "output") => theirs.reduce((total, call) => total + call[key], 0).toLocaleString("en-US");
  const shifted = theirs.slice(1).map((call, at) => ({ ...call, characters: theirs[at]?.characters ?? 0 }));
  return [
    path.basename(file),
    `${ours.length}`,
    `${equal} of ${theirs.length}`,
    [...new Set(theirs.map(({ window }) => window))].join(", "),
    `${session.events.filter(({ type }) => type === "compaction").length}`,
    sum("input"),
    sum("output"),
    correlation(theirs).toFixed(3),
    correlation(shifted).toFixed(3),
  ];
}

const figuresOf = ({ characters: _, ...figures }: CodexCall) => figures;

const callsOf = ({ responses }: Session) =>
  responses.flatMap(({ usage, limits }) =>
    usage
      ? [
          {
            input: promptTokens(usage),
            cached: usage.cacheRead,
            output: usage.output,
            reasoning: usage.reasoning,
            window: limits?.window ?? null,
          },
        ]
      : [],
  );

const rows: string[][] = [];
for (const root of [SHARED_TRANSCRIPTS, NEWER_TRANSCRIPTS])
  for (const { files } of readRealIndex(root).get("codex") ?? [])
    for (const file of files) rows.push(await rowOf(file));
printTable("Codex rollouts, call by call", COLUMNS, rows);
