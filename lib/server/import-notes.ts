import fs from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import type { ImportGroup } from "./import-types";
import { log } from "./log";
import { dataDir } from "./settings";
import { writeWhole } from "./whole-file";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.object({ sha256, name: z.string(), bytes: z.int().nonnegative() });

/**
 * Facts of an imported file that its bytes do not contain: `imports/<sha256>.json`. It is written before the bytes are
 * moved to the blobs, so that the library can be rebuilt from the files alone when the database is lost.
 */
const importNote = file.extend({
  version: z.literal(1),
  imported_at: z.iso.datetime(),
  is_example: z.boolean(),
  /** What the session ids derive from, if not from the content: a followed file keeps its first identity. */
  identity: sha256.nullable(),
  /** Ids of the sessions in the file. */
  sessions: z.array(z.string()),
  companions: z.array(file),
});
export type ImportNote = z.infer<typeof importNote>;

const folder = () => path.join(dataDir(), "imports");
const fileOf = (sha: string) => path.join(folder(), `${sha}.json`);

export const writeImportNote = (note: ImportNote): Promise<void> =>
  writeWhole(fileOf(note.sha256), JSON.stringify(note));

export const dropImportNote = (sha: string): void => fs.rmSync(fileOf(sha), { force: true });

export type NoteContext = {
  readonly isExample?: boolean;
  readonly identity?: string;
  readonly createdAt?: Date;
};

/** Makes the note of a file that is about to be kept. */
export function noteOf(group: ImportGroup, sessions: readonly string[], context: NoteContext): ImportNote {
  const plain = ({ sha256, name, bytes }: ImportGroup["main"]) => ({ sha256, name, bytes });
  return {
    version: 1,
    ...plain(group.main),
    imported_at: (context.createdAt ?? new Date()).toISOString(),
    is_example: context.isExample ?? false,
    identity: context.identity ?? null,
    sessions: [...sessions],
    companions: group.companions.map(plain),
  };
}

/** Hashes of all files that have a note. No note is read. */
export async function listImportNotes(): Promise<Set<string>> {
  if (!fs.existsSync(folder())) return new Set();
  const names = await readdir(folder());
  return new Set(names.flatMap((name) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? []));
}

/** Null when there is no note, or when it is damaged, so that the name of the file is lost. */
export function readImportNote(sha: string): ImportNote | null {
  if (!fs.existsSync(fileOf(sha))) return null;
  try {
    return importNote.parse(JSON.parse(fs.readFileSync(fileOf(sha), "utf8")));
  } catch {
    log().warn({ sha256: sha }, "the note of an imported file cannot be read; its name is lost");
    return null;
  }
}
