import fs from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** Bits of a mode that let others than the owner in. */
const OTHERS = 0o077;

/**
 * From now on this process makes files that only its user can read (0600, folders 0700); the data directory and the
 * files directly in it are made so. Before the first file is written.
 */
export function startPrivate(directory: string, databaseFile: string | null): void {
  process.umask(OTHERS);
  fs.mkdirSync(directory, { recursive: true });
  if (isShared(directory)) return;
  const names = fs.readdirSync(directory).map((name) => path.join(directory, name));
  const database = databaseFile === null ? [] : ["", "-wal", "-shm"].map((end) => `${databaseFile}${end}`);
  for (const file of [directory, ...names, ...database]) closeToOthers(file);
}

/** The same for everything below, which an older version may have made readable. Returns how many were changed. */
export async function repairModes(directory: string): Promise<number> {
  if (isShared(directory)) return 0;
  let changed = 0;
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    const stat = await lstat(file).catch(() => null); // gone meanwhile
    if (stat === null) continue;
    if (isOpen(stat)) {
      await chmod(file, stat.mode & ~OTHERS & 0o777).catch(ignoreGone);
      changed += 1;
    }
    if (stat.isDirectory()) changed += await repairModes(file);
  }
  return changed;
}

function closeToOthers(file: string): void {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat !== undefined && isOpen(stat)) fs.chmodSync(file, stat.mode & ~OTHERS & 0o777);
}

/** Links are not followed, and what belongs to another user is not ours to change. */
function isOpen(stat: fs.Stats): boolean {
  const isOurs = process.getuid === undefined || stat.uid === process.getuid();
  return isOurs && (stat.isFile() || stat.isDirectory()) && (stat.mode & OTHERS) !== 0;
}

/** Somebody may have pointed the data directory at a place with much else in it; closing that would harm. */
function isShared(directory: string): boolean {
  const real = fs.realpathSync(directory);
  const STICKY = 0o1000;
  return real === path.parse(real).root || real === os.homedir() || (fs.statSync(real).mode & STICKY) !== 0;
}

function ignoreGone(error: { code?: string }): void {
  if (error.code !== "ENOENT") throw error;
}
