import fs from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { dataDir } from "./settings";
import { writeWhole } from "./whole-file";

const folder = () => path.join(dataDir(), "deleted");

/** The file that a deleted session was in, so that its continuation is recognised. Older records do not have it. */
const deletedFile = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().positive() });
export type DeletedFile = z.infer<typeof deletedFile>;

/**
 * Records that a person deleted this session, by a file named after its id, written before the rows are deleted.
 * So the next start finishes an interrupted deletion, and no restored database or rebuild brings the session back.
 */
export const noteDeletion = (id: string, { sha256, bytes }: DeletedFile): Promise<void> =>
  writeWhole(path.join(folder(), id), JSON.stringify({ sha256, bytes }));

/** Removes the records of sessions that were imported again. */
export function forgetDeletions(ids: readonly string[]): void {
  for (const id of ids) fs.rmSync(path.join(folder(), id), { force: true });
}

/** Ids of the sessions that a person deleted. */
export async function listDeletions(): Promise<Set<string>> {
  return new Set(fs.existsSync(folder()) ? await readdir(folder()) : []);
}

/** The files of the sessions that a person deleted, as far as the records have them. */
export async function listDeletedFiles(): Promise<DeletedFile[]> {
  const files: DeletedFile[] = [];
  for (const id of await listDeletions()) {
    const text = await readFile(path.join(folder(), id), "utf8").catch(() => "");
    const parsed = text.startsWith("{") ? deletedFile.safeParse(JSON.parse(text)) : null;
    if (parsed?.success) files.push(parsed.data);
  }
  return files;
}
