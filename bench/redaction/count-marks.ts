import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Part, partText } from "@/lib/conversation/part";
import { type RedactionFinding, Redactor, type SecretDetector } from "@/lib/exporters/redact";
import { redactPart } from "@/lib/exporters/redact-part";
import { importTranscript, type TranscriptFile } from "@/lib/importers/import-transcript";

/** Characters per token of English code and prose, with the usual tokenizers. */
export const CHARACTERS_PER_TOKEN = 4;

export type Marks = {
  readonly sessions: number;
  readonly characters: number;
  readonly findings: readonly RedactionFinding[];
};

/**
 * Redacts every part of every `step`-th session below a folder, as an export does. Calls `tell` with each part that
 * changed.
 */
export async function countMarks(
  folder: string,
  detect: SecretDetector,
  { step = 1, tell = (_before: Part, _after: Part) => {} } = {},
): Promise<Marks> {
  const redactor = new Redactor("mask", detect);
  let [sessions, characters] = [0, 0];
  for (const file of filesIn(folder).filter((_, index) => index % step === 0)) {
    const imported = await importTranscript([openFile(file)]);
    if (!imported.ok) continue;
    for (const session of imported.value.sessions) {
      sessions += 1;
      for (const part of session.messages.flatMap(({ parts }) => parts)) {
        characters += partText(part).length;
        const redacted = redactPart(part, redactor);
        if (redacted !== part) tell(part, redacted);
      }
    }
  }
  return { sessions, characters, findings: redactor.report() };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const place = path.join(folder, entry.name);
      return entry.isDirectory() ? filesIn(place) : [place];
    });
}

function openFile(file: string): TranscriptFile {
  const bytes = readFileSync(file);
  return {
    name: path.basename(file),
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    async *open() {
      yield new Uint8Array(bytes);
    },
  };
}
