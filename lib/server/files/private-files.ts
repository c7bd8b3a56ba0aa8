import fs from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** Mode bits that give access to anyone but the owner. */
const OTHERS = 0o077;

/**
 * Makes this process create files that only its user can read (0600, folders 0700). Also changes the data directory and
 * the files directly in it. Call before the first file is written.
 */
export function startPrivate(directory: string, databaseFile: string | null): void {
  process.umask(OTHERS);
  fs.mkdirSync(directory, { recursive: true });
  if (isShared(directory)) return;
  const names = fs.readdirSync(directory).map((name) => path.join(directory, name));
  const database = databaseFile === null ? [] : ["", "-wal", "-shm"].map((end) => `${databaseFile}${end}`);
  for (const file of [directory, ...names, ...database]) closeToOthers(file);
}

/**
 * Does the same for everything below, which older versions may have left readable, except folders that are gone by then
 * or belong to others, such as `lost+found`. Returns the number of changes.
 */
export const repairModes = async (directory: string): Promise<number> =>
  isShared(directory) ? 0 : closeBelow(directory);

async function closeBelow(directory: string): Promise<number> {
  let changed = 0;
  for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
    const file = path.join(directory, entry.name);
    const stat = await lstat(file).catch(() => null); // the file was removed meanwhile
    if (stat === null) continue;
    if (isOpen(stat)) {
      await chmod(file, stat.mode & ~OTHERS & 0o777).catch(ignoreGone);
      changed += 1;
    }
    if (stat.isDirectory()) changed += await closeBelow(file);
  }
  return changed;
}

function closeToOthers(file: string): void {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat !== undefined && isOpen(stat)) fs.chmodSync(file, stat.mode & ~OTHERS & 0o777);
}

/** True for a file or folder of this user that others can access. Links and other users' files are not changed. */
function isOpen(stat: fs.Stats): boolean {
  const isOurs = process.getuid === undefined || stat.uid === process.getuid();
  return isOurs && (stat.isFile() || stat.isDirectory()) && (stat.mode & OTHERS) !== 0;
}

/** True when the data directory is a folder with other uses (root, home, temporary), whose mode must not be changed. */
function isShared(directory: string): boolean {
  const real = fs.realpathSync(directory);
  const STICKY = 0o1000;
  return real === path.parse(real).root || real === os.homedir() || (fs.statSync(real).mode & STICKY) !== 0;
}

function ignoreGone(error: { code?: string }): void {
  if (error.code !== "ENOENT") throw error;
}
