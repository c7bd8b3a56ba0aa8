import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { importTranscript, type TranscriptFile } from "@/lib/importers/import-transcript";
import type { Session } from "@/lib/transcript/session";

/** The shared Claude Code transcripts, in a folder next to the checkout. They are never part of the repository. */
export const CLAUDE_CODE_FOLDER = path.resolve("../shared/transcripts/claude-code");

export type TranscriptCase = { readonly name: string; readonly main: string; readonly companions: readonly string[] };

/** A folder contains one session: `main.jsonl` and its sub-agents. */
export function listCases(folder = CLAUDE_CODE_FOLDER): TranscriptCase[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry): TranscriptCase[] => {
      const place = path.join(folder, entry.name);
      if (!entry.isDirectory())
        return entry.name.endsWith(".jsonl") ? [{ name: entry.name, main: place, companions: [] }] : [];
      const companions = readdirSync(place).filter((name) => name !== "main.jsonl");
      const main = path.join(place, "main.jsonl");
      return [{ name: `${entry.name}/main.jsonl`, main, companions: companions.map((name) => path.join(place, name)) }];
    });
}

/** Imports a case as the server does. Throws if a transcript cannot be imported. */
export async function importCase({ main, companions }: TranscriptCase): Promise<Session[]> {
  const imported = await importTranscript([main, ...companions].map(openFile));
  if (!imported.ok) throw new Error(`${main}: ${imported.error.message}`);
  return [...imported.value.sessions];
}

function openFile(file: string): TranscriptFile {
  const bytes = readFileSync(file);
  return {
    name: path.basename(file),
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    open: () => createReadStream(file),
  };
}
