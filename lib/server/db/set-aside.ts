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
  for (const end of ["-shm", "-wal", ""]) {
    const source = file + end;
    if (fs.existsSync(source)) moveFile(source, path.join(directory, folder, path.basename(source)));
  }
  return folder;
}

/** Moves a file, also from another file system, where the database may be. */
function moveFile(source: string, target: string): void {
  try {
    fs.renameSync(source, target);
  } catch (error) {
    if ((error as { code?: string }).code !== "EXDEV") throw error;
    fs.copyFileSync(source, target);
    fs.rmSync(source);
  }
}
