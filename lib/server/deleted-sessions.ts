import fs from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { dataDir } from "./settings";
import { writeWhole } from "./whole-file";

const folder = () => path.join(dataDir(), "deleted");

/**
 * Notes that a person deleted this session: an empty file under its id, written before its rows go. So a deletion that
 * broke off is finished at the next start, and neither a restored copy of the database nor a rebuild brings it back.
 */
export const noteDeletion = (id: string): Promise<void> => writeWhole(path.join(folder(), id), "");

/** The session was imported again. */
export function forgetDeletions(ids: readonly string[]): void {
  for (const id of ids) fs.rmSync(path.join(folder(), id), { force: true });
}

/** Ids of the sessions that a person deleted. */
export async function listDeletions(): Promise<Set<string>> {
  return new Set(fs.existsSync(folder()) ? await readdir(folder()) : []);
}
