import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { TranscriptImport } from "@/lib/importers/importer";
import { traitsOf } from "./session-traits";
import { diskFile } from "./transcript-file";

const FIXTURES = "tests/fixtures";
/** Files with these names in one folder are one session: the first one, with the others as its companions. */
const TOGETHER = ["api_conversation_history.json", "session.messages.json"];

export type Covered = { readonly files: string[]; readonly traits: Set<string> };

/** By importer: our own files that it reads, and what they cover together. A refusal that names it counts as read. */
export async function readOwnFixtures(): Promise<Map<string, Covered>> {
  const covered = new Map<string, Covered>();
  for (const file of filesIn(FIXTURES)) {
    for (const files of [[file], ...togetherWith(file)]) {
      const imported = await importTranscript(files.map(diskFile));
      if (imported.ok) note(covered, file, imported.value);
    }
  }
  return covered;
}

function note(covered: Map<string, Covered>, file: string, value: TranscriptImport): void {
  const entry = covered.get(value.format) ?? { files: [], traits: new Set<string>() };
  covered.set(value.format, entry);
  const name = path.relative(FIXTURES, file);
  if (!entry.files.includes(name)) entry.files.push(name);
  for (const trait of traitsOf(value)) entry.traits.add(trait);
}

function togetherWith(file: string): string[][] {
  if (!TOGETHER.includes(path.basename(file))) return [];
  const others = readdirSync(path.dirname(file)).map((name) => path.join(path.dirname(file), name));
  return [[file, ...others.filter((other) => other !== file)]];
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => path.join(folder, name))
    .flatMap((place) =>
      statSync(place).isDirectory() ? filesIn(place) : place.endsWith(".md") && folder === FIXTURES ? [] : [place],
    );
}
