import path from "node:path";
import { Problem } from "@/lib/api/problem";
import type { RunningRecording } from "@/lib/api/schemas/recordings";
import { RECORDINGS } from "../discovery/discovery-clients";
import { dataDir } from "../process/settings";
import { followState } from "../store/follow-state";
import { noteKey, readImportNote } from "../store/import-notes";
import { removeRunningNote, runningNotesIn } from "./running-note";

const folder = () => path.join(dataDir(), "recordings");

/** Recordings of `winnow record` on this machine that have not ended, or whose command was killed. Newest first. */
export const runningRecordings = (): RunningRecording[] =>
  runningNotesIn(folder()).map(({ file, note: { pid, title, started_at, requests } }) => ({
    ...{ id: path.basename(file, ".jsonl"), client: title, started_at, requests },
    is_running: isRunning(pid),
    session: sessionOf(file),
  }));

/** Ends a recording: the command stops writing at the next request, and its client continues. 404 if it has ended. */
export function stopRecording(id: string): void {
  const isName = /^[\w-]+$/.test(id);
  if (!isName || !removeRunningNote(path.join(folder(), `${id}.jsonl`)))
    throw new Problem(404, "unknown-recording", "there is no such recording; it may have ended");
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The session's id, as soon as the library has it. */
function sessionOf(file: string): string | null {
  const followed = followState().fileAt(RECORDINGS, file);
  const sha = followed?.shas.at(-1);
  return (followed && sha !== undefined && readImportNote(noteKey(sha, followed.project))?.sessions[0]) || null;
}
