/**
 * Compares Winnow's figures for every shared transcript with those of an independent reading of the raw
 * file, which shares no code with the importers. Where they differ, the cell shows `ours ≠ theirs`.
 *
 * node scripts/run-ts.mjs bench/accuracy/importers.ts
 */

import { NEWER_TRANSCRIPTS, SHARED_TRANSCRIPTS } from "@/bench/shared";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { Session } from "@/lib/transcript/session";
import { cacheWritten, promptTokens, sumKnown, type Usage } from "@/lib/transcript/usage";
import { type RealCase, readRealIndex } from "@/tests/support/real-index";
import { diskFile } from "@/tests/support/transcript-file";
import { CHATS_AND_TRACES } from "./independent/chats-and-traces";
import { CODING_AGENTS } from "./independent/coding-agents";
import type { Figures, Reading } from "./independent/figures";
import { NEWER_CLIENTS } from "./independent/newer-clients";
import { STORES } from "./independent/stores";
import { printTable } from "./print-table";

const READINGS: Readonly<Record<string, Reading>> = {
  ...CODING_AGENTS,
  ...CHATS_AND_TRACES,
  ...STORES,
  ...NEWER_CLIENTS,
};
const COLUMNS = [
  "sessions",
  "calls",
  "input",
  "read",
  "written",
  "output",
  "reasoning",
  "toolCalls",
  "toolResults",
] as const satisfies readonly (keyof Figures)[];

const rows: string[][] = [];
for (const root of [SHARED_TRANSCRIPTS, NEWER_TRANSCRIPTS])
  for (const [format, cases] of readRealIndex(root))
    for (const real of cases) rows.push(...(await compare(format, real)));
if (rows.length === 0) console.log("No shared transcripts next to this checkout; nothing to compare.");
else printTable("Winnow and an independent reading", ["file", ...COLUMNS], rows);

/** Rows of a comparison; none for a file that is not a transcript by itself or is imported with its whole folder. */
async function compare(format: string, { name, files }: RealCase): Promise<string[][]> {
  const reading = READINGS[format];
  const imported = await importTranscript(files.map(diskFile));
  if (!imported.ok || !reading) return [[name, ...COLUMNS.map(() => (imported.ok ? "not compared" : "refused"))]];
  const [ours, theirs] = [figuresOf(imported.value.sessions), await reading(files)];
  return [[name, ...COLUMNS.map((column) => cell(ours[column], theirs[column]))]];
}

function cell(ours: number | null, theirs: number | null): string {
  return ours === theirs ? shown(ours) : `${shown(ours)} ≠ ${shown(theirs)}`;
}

function shown(value: number | null): string {
  return value?.toLocaleString("en-US") ?? "–";
}

function figuresOf(sessions: readonly Session[]): Figures {
  const usages = sessions.flatMap(({ responses }) => responses.flatMap(({ usage }) => usage ?? []));
  const parts = sessions.flatMap(({ messages }) => messages.flatMap((message) => message.parts));
  const sum = (read: (usage: Usage) => number | null) => sumKnown(usages.map(read));
  return {
    sessions: sessions.length,
    calls: usages.length,
    input: sum(promptTokens),
    read: sum((usage) => usage.cacheRead),
    written: sum(cacheWritten),
    output: sum((usage) => usage.output),
    reasoning: sum((usage) => usage.reasoning),
    toolCalls: parts.filter(({ type }) => type === "tool-call").length,
    toolResults: parts.filter(({ type }) => type === "tool-result").length,
  };
}
