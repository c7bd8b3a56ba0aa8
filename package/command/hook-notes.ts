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
  fs.mkdirSync(folder(), { recursive: true, mode: 0o700 });
  for (const name of fs.readdirSync(folder())) {
    const file = path.join(folder(), name);
    if (ageOf(file) > FRESH_MS) fs.rmSync(file);
  }
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

const ageOf = (file: string): number => Date.now() - fs.statSync(file).mtimeMs;
