import fs from "node:fs";
import path from "node:path";

/** The time as `20261122T150102345Z`, which sorts by time and is a valid name in every file system. */
export const stamp = (): string => new Date().toISOString().replace(/[-:.]/g, "");

/**
 * Moves the database with its log to `damaged/<time>/` and returns that folder's path in the data directory. Deletes
 * nothing.
 */
export function setAsideDatabase(file: string, directory: string): string {
  const folder = path.join("damaged", stamp());
  fs.mkdirSync(path.join(directory, folder), { recursive: true });
  for (const end of ["", "-wal", "-shm"]) {
    const source = file + end;
    if (fs.existsSync(source)) moveFile(source, path.join(directory, folder, path.basename(source)));
  }
  return folder;
}

/** Where a copy of the database waits until the damaged database has been set aside. */
export const stagedRestore = (file: string): string => `${file}.restored`;

/**
 * Completes a restoration that a stop interrupted. If the database is already set aside, the copy takes its place; if
 * the database is still there, nothing was restored.
 */
export function finishRestore(file: string, directory: string): void {
  const staged = stagedRestore(file);
  if (!fs.existsSync(staged)) return;
  if (fs.existsSync(file)) fs.rmSync(staged);
  else {
    if (fs.existsSync(`${file}-wal`)) setAsideDatabase(file, directory); // the log of the other database
    fs.renameSync(staged, file);
  }
}

/** Moves a file, also across file systems. */
function moveFile(source: string, target: string): void {
  try {
    fs.renameSync(source, target);
  } catch (error) {
    if ((error as { code?: string }).code !== "EXDEV") throw error;
    fs.copyFileSync(source, target);
    fs.rmSync(source);
  }
}
