import fs from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { dataDir } from "./settings";
import { writeWhole } from "./whole-file";

const folder = () => path.join(dataDir(), "deleted");

/**
 * Records that a person deleted this session, by an empty file named after its id, written before the rows are deleted.
 * So the next start finishes an interrupted deletion, and no restored database or rebuild brings the session back.
 */
export const noteDeletion = (id: string): Promise<void> => writeWhole(path.join(folder(), id), "");

/** Removes the records of sessions that were imported again. */
export function forgetDeletions(ids: readonly string[]): void {
  for (const id of ids) fs.rmSync(path.join(folder(), id), { force: true });
}

/** Ids of the sessions that a person deleted. */
export async function listDeletions(): Promise<Set<string>> {
  return new Set(fs.existsSync(folder()) ? await readdir(folder()) : []);
}
