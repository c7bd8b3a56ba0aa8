import fs from "node:fs";
import path from "node:path";

/** `20261122T150102345Z`: sorts by time, and every file system takes it as a name. */
export const stamp = (): string => new Date().toISOString().replace(/[-:.]/g, "");

/** Moves the database with its log to `damaged/<time>/`; returns that folder's path from the data directory. Nothing is deleted. */
export function setAsideDatabase(file: string, directory: string): string {
  const folder = path.join("damaged", stamp());
  fs.mkdirSync(path.join(directory, folder), { recursive: true });
  for (const end of ["-shm", "-wal", ""]) {
    const source = file + end;
    if (fs.existsSync(source)) moveFile(source, path.join(directory, folder, path.basename(source)));
  }
  return folder;
}

/** The database may be on another file system than the data directory. */
function moveFile(source: string, target: string): void {
  try {
    fs.renameSync(source, target);
  } catch (error) {
    if ((error as { code?: string }).code !== "EXDEV") throw error;
    fs.copyFileSync(source, target);
    fs.rmSync(source);
  }
}
