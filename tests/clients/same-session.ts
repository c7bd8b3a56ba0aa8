import { importTranscript } from "@/lib/importers/import-transcript";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { comparableOf } from "@/lib/read-models/comparable";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { type Comparable, copiesAmong } from "@/lib/transcript/copies";
import { diskFile } from "@/tests/support/transcript-file";
import type { Ran } from "./run-scenario";

/** One sentence for each recording that would be counted in addition to the client's own log of the session. */
export async function countedTwice({ files, recordings }: Pick<Ran, "files" | "recordings">): Promise<string[]> {
  const logged = await comparablesIn(files);
  const differences: string[] = [];
  for (const [turn, file] of recordings.entries())
    for (const recorded of await comparablesIn([file])) {
      const isCopied = [...copiesAmong([...logged, recorded])].flat().includes(recorded.id);
      if (!isCopied) differences.push(`turn ${turn + 1}: the recording and the log are not known as one session`);
    }
  return differences;
}

async function comparablesIn(files: readonly string[]): Promise<Comparable[]> {
  if (files.length === 0) return [];
  const imported = await importTranscript(files.map(diskFile));
  const sessions = imported.ok ? imported.value.sessions : [];
  return sessions.map((session) => comparableOf(analyzeSession(session, loadVocabulary)));
}
