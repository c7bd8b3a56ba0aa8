import fs from "node:fs";
import path from "node:path";
import * as z from "zod";

/** The note that `winnow record` keeps next to a recording in the library until it ends. */
const runningNote = z.object({
  pid: z.int().positive(),
  /** The client's name. */
  title: z.string(),
  started_at: z.string(),
  requests: z.int().min(0),
});
export type RunningNote = z.infer<typeof runningNote>;

const noteOf = (file: string): string => file.replace(/\.jsonl$/, ".running");

export const writeRunningNote = (file: string, note: RunningNote): void =>
  fs.writeFileSync(noteOf(file), JSON.stringify(note), { mode: 0o600 });

/** False if somebody removed the note, which ends the recording. */
export function updateRunningNote(file: string, note: RunningNote): boolean {
  try {
    fs.writeFileSync(noteOf(file), JSON.stringify(note), { flag: "r+" });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

/** Returns whether there was a note. */
export function removeRunningNote(file: string): boolean {
  const note = noteOf(file);
  const isThere = fs.existsSync(note);
  fs.rmSync(note, { force: true });
  return isThere;
}

/** The notes in a folder, by the names of their recordings, newest first. */
export function runningNotesIn(folder: string): { readonly file: string; readonly note: RunningNote }[] {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith(".running"))
    .flatMap((name) => {
      const note = readNote(path.join(folder, name));
      return note === null ? [] : [{ file: name.replace(/\.running$/, ".jsonl"), note }];
    })
    .sort((one, other) => other.note.started_at.localeCompare(one.note.started_at));
}

/** Null if the note is gone, or being written. */
function readNote(file: string): RunningNote | null {
  try {
    return runningNote.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
