import fs from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { DEFAULT_PROJECT } from "../../api/caller";
import { writeWhole } from "../objects/whole-file";
import { currentProject } from "../process/caller-context";
import { log } from "../process/log";
import { dataDir } from "../process/settings";
import type { ImportGroup } from "./import-types";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.object({ sha256, name: z.string(), bytes: z.int().nonnegative() });

/**
 * Facts of an imported file that its bytes do not contain: `imports/<sha256>.json`, and
 * `imports/<sha256>.<project>.json` outside the default project. Written before the bytes are moved to the blobs, so
 * the library can be rebuilt from files alone if the database is lost.
 */
const importNote = file.extend({
  version: z.literal(1),
  project: z.string().default(DEFAULT_PROJECT),
  imported_at: z.iso.datetime(),
  is_example: z.boolean(),
  /** The base of the session ids, if not the content, because a followed file keeps its first identity. */
  identity: sha256.nullable(),
  /** Ids of the sessions in the file. */
  sessions: z.array(z.string()),
  companions: z.array(file),
});
export type ImportNote = z.infer<typeof importNote>;

const folder = () => path.join(dataDir(), "imports");
const fileOf = (key: string) => path.join(folder(), `${key}.json`);

/** The name of a file's note in a project. */
export const noteKey = (sha: string, project: string): string =>
  project === DEFAULT_PROJECT ? sha : `${sha}.${project}`;

export const writeImportNote = (note: ImportNote): Promise<void> =>
  writeWhole(fileOf(noteKey(note.sha256, note.project)), JSON.stringify(note));

/** Drops the note of a file of the current project. */
export const dropImportNote = (sha: string, project = currentProject()): void =>
  fs.rmSync(fileOf(noteKey(sha, project)), { force: true });

/** The hashes of all files of a project with a note on this machine, including companions. */
export async function listNotedFiles(project: string): Promise<string[]> {
  const keys = await noteKeysOf(project);
  const companions = keys.flatMap((key) => readImportNote(key)?.companions ?? []).map((file) => file.sha256);
  return [...keys.map((key) => key.slice(0, -project.length - 1)), ...companions];
}

/** Drops the notes of all files of a project, on this machine. */
export async function dropImportNotesOf(project: string): Promise<void> {
  for (const key of await noteKeysOf(project)) fs.rmSync(fileOf(key), { force: true });
}

const noteKeysOf = async (project: string): Promise<string[]> =>
  [...(await listImportNotes())].filter((key) => key.endsWith(`.${project}`));

/** True if the current project has a readable note of the file. */
export const hasImportNote = (sha: string): boolean => readImportNote(noteKey(sha, currentProject())) !== null;

export type NoteContext = {
  readonly isExample?: boolean;
  readonly identity?: string;
  readonly createdAt?: Date;
};

/** The note for a file about to be stored. */
export function noteOf(group: ImportGroup, sessions: readonly string[], context: NoteContext): ImportNote {
  const plain = ({ sha256, name, bytes }: ImportGroup["main"]) => ({ sha256, name, bytes });
  return {
    version: 1,
    project: currentProject(),
    ...plain(group.main),
    imported_at: (context.createdAt ?? new Date()).toISOString(),
    is_example: context.isExample ?? false,
    identity: context.identity ?? null,
    sessions: [...sessions],
    companions: group.companions.map(plain),
  };
}

/** The names of all notes. No note is read. */
export async function listImportNotes(): Promise<Set<string>> {
  if (!fs.existsSync(folder())) return new Set();
  const names = await readdir(folder());
  return new Set(names.flatMap((name) => /^([0-9a-f]{64}(?:\.[\w-]+)?)\.json$/.exec(name)?.[1] ?? []));
}

/** Null if there is no note, or it is damaged; the file's name is then lost. */
export function readImportNote(key: string): ImportNote | null {
  if (!fs.existsSync(fileOf(key))) return null;
  try {
    return importNote.parse(JSON.parse(fs.readFileSync(fileOf(key), "utf8")));
  } catch {
    log().warn({ note: key }, "the note of an imported file cannot be read; its name is lost");
    return null;
  }
}
