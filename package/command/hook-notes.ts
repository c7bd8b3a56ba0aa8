import fs from "node:fs";
import path from "node:path";
import { dataFolder } from "./data-folder";

/** How long a note is kept: both events of a compaction come within seconds. */
const FRESH_MS = 60_000;

/** A text about a compaction, kept for a minute: its summary, or the status line's message. */
type NoteKind = "summary" | "status";

const folder = () => path.join(dataFolder(), "hooks");
const fileOf = (session: string, kind: NoteKind) =>
  path.join(folder(), `${session}${kind === "summary" ? "" : ".status"}.txt`);

/** Keeps a note, and deletes those that are older than a minute. */
export function keepNote(session: string, kind: NoteKind, text: string): void {
  deleteOlder(folder(), FRESH_MS);
  fs.writeFileSync(fileOf(session, kind), text, { mode: 0o600 });
}

/** A note of the last minute; null if there is none. An older one belongs to another compaction. */
export function freshNote(session: string, kind: NoteKind): string | null {
  try {
    const file = fileOf(session, kind);
    return ageOf(file) > FRESH_MS ? null : fs.readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

export const dropNote = (session: string, kind: NoteKind): void => fs.rmSync(fileOf(session, kind), { force: true });

/** How long a session's warnings are remembered. */
const REMEMBERED_MS = 30 * 24 * 3_600_000;

const warnedFolder = () => path.join(dataFolder(), "warned");
const warnedFile = (session: string) => path.join(warnedFolder(), `${session}.txt`);

/** The limits about which the session's user was warned. */
export function readWarned(session: string): readonly string[] {
  try {
    return fs.readFileSync(warnedFile(session), "utf8").split("\n");
  } catch {
    return [];
  }
}

/** Stores the limits about which the user was warned, and deletes files older than a month. */
export function keepWarned(session: string, limits: readonly string[]): void {
  deleteOlder(warnedFolder(), REMEMBERED_MS);
  fs.writeFileSync(warnedFile(session), limits.join("\n"), { mode: 0o600 });
}

/** Creates the folder if it is missing, and deletes its old files. Another hook may delete one at the same moment. */
function deleteOlder(place: string, maxAge: number): void {
  fs.mkdirSync(place, { recursive: true, mode: 0o700 });
  for (const name of fs.readdirSync(place)) {
    const file = path.join(place, name);
    if (ageOf(file) > maxAge) fs.rmSync(file, { force: true });
  }
}

/** Milliseconds since a file was written; infinite if there is none. */
const ageOf = (file: string): number =>
  Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY);
