import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { DEFAULT_PROJECT } from "../../api/caller";
import { outputSource } from "../../api/schemas/stored-output";
import { dataDir } from "../process/settings";
import type { StoredOutputFile } from "./body-task";

const outputNote = z.object({
  id: z.string().regex(/^(out_[0-9a-f]{24}|state_[0-9a-f]{64})$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  tool: z.string().nullable(),
  tokens: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  putAsideAt: z.string().nullable().default(null),
  source: outputSource.nullable().default(null),
  project: z.string().default(DEFAULT_PROJECT),
  sessionId: z.string().nullable().default(null),
});

const folder = () => path.join(dataDir(), "outputs");
const fileOf = (key: string) => path.join(folder(), `${key}.json`);

/** The name of an output's note in a project. */
export const outputNoteKey = (id: string, project: string): string =>
  project === DEFAULT_PROJECT ? id : `${id}.${project}`;

/**
 * Facts of a put-aside output that its bytes do not contain: `outputs/<id>.json`, or `outputs/<id>.<project>.json`. It
 * is a second copy of its row, and the only record of the output's place and first time. It is not synced to disk,
 * because the row is; only a power failure together with the loss of the database loses both.
 */
export function writeOutputNote(output: StoredOutputFile): void {
  const key = outputNoteKey(output.id, output.project);
  if (fs.existsSync(fileOf(key))) return;
  fs.mkdirSync(folder(), { recursive: true });
  const temporary = `${fileOf(key)}.${randomUUID()}.tmp`;
  fs.writeFileSync(temporary, JSON.stringify(output));
  fs.renameSync(temporary, fileOf(key));
}

export const dropOutputNote = (id: string, project: string): void =>
  fs.rmSync(fileOf(outputNoteKey(id, project)), { force: true });

/** Drops the notes of all outputs of a project, on this machine. */
export async function dropOutputNotesOf(project: string): Promise<void> {
  for (const key of await listOutputNotes()) if (key.endsWith(`.${project}`)) fs.rmSync(fileOf(key), { force: true });
}

/** The names of all notes. */
export async function listOutputNotes(): Promise<string[]> {
  if (!fs.existsSync(folder())) return [];
  return (await readdir(folder())).flatMap((name) => /^([a-z0-9_]+(?:\.[\w-]+)?)\.json$/.exec(name)?.[1] ?? []);
}

/** Null if unreadable. */
export function readOutputNote(key: string): StoredOutputFile | null {
  try {
    return outputNote.parse(JSON.parse(fs.readFileSync(fileOf(key), "utf8")));
  } catch {
    return null;
  }
}
