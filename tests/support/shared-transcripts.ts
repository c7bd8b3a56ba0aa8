import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { importTranscript, type TranscriptFile } from "@/lib/importers/import-transcript";
import type { Session } from "@/lib/transcript/session";

export type SharedSession = { readonly file: string; readonly session: Session };

/** Loads every session of every file in a shared folder that an importer can read. */
export async function loadSharedSessions(folder: string): Promise<SharedSession[]> {
  const sessions: SharedSession[] = [];
  for (const file of filesIn(folder)) {
    const imported = await importTranscript([transcriptFile(file)]);
    if (!imported.ok) continue;
    for (const session of imported.value.sessions) sessions.push({ file: path.relative(folder, file), session });
  }
  return sessions;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = path.join(folder, name);
      if (statSync(file).isDirectory()) return filesIn(file);
      return [file]; // a file that is not a transcript is refused by its content
    });
}

function transcriptFile(file: string): TranscriptFile {
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

/** `count` request indexes of a session, the same ones every time. */
export function sampleRequests(session: Session, count: number): number[] {
  const total = session.responses.length;
  if (total <= count) return session.responses.map((_, index) => index);
  const chosen = new Set<number>([total - 1]);
  let state = [...session.id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 17);
  while (chosen.size < count) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    chosen.add(state % total);
  }
  return [...chosen].sort((a, b) => a - b);
}
