import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Backup } from "@/lib/api/schemas/library";
import { syncDirectory } from "../objects/local-objects";
import { log } from "../process/log";
import { checkDatabase, copyDatabase } from "./database-child";
import { stamp } from "./set-aside";

/** The newest copies are kept, up to this number. */
const KEPT = 5;

const NAME = /^winnow-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[\w.-]+\.db$/;
const folderOf = (directory: string) => path.join(directory, "backups");

/** Backups of the database, newest first. */
export function listBackups(directory: string): Backup[] {
  const folder = folderOf(directory);
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => NAME.test(name));
  return names
    .sort()
    .reverse()
    .map((name) => ({
      name,
      bytes: fs.statSync(path.join(folder, name)).size,
      created_at: name.replace(NAME, "$1-$2-$3T$4:$5:$6.$7Z"),
    }));
}

/** The path of a listed backup; null for any other name. */
export const backupPath = (directory: string, name: string): string | null =>
  listBackups(directory).some((backup) => backup.name === name) ? path.join(folderOf(directory), name) : null;

/**
 * Makes and checks a backup of the database, which may be in use, and removes all but the newest five. `reason` becomes
 * part of the name. Throws, keeping no copy, if the copy fails or does not pass the check.
 */
export async function backupDatabase(file: string, directory: string, reason: string): Promise<Backup> {
  const folder = folderOf(directory);
  fs.mkdirSync(folder, { recursive: true });
  const staged = path.join(folder, `${randomUUID()}.tmp`);
  const name = `winnow-${stamp()}-${reason.replace(/[^\w.-]/g, "-")}.db`;
  try {
    await copyDatabase(file, staged);
    const result = await checkDatabase(staged, directory);
    if (!result.ok) throw new Error(`the copy of the database is damaged: ${result.problems.join("; ")}`);
    syncFile(staged);
    fs.renameSync(staged, path.join(folder, name));
    syncDirectory(folder);
  } finally {
    for (const end of ["", "-wal", "-shm", "-journal"]) fs.rmSync(staged + end, { force: true });
  }
  for (const old of listBackups(directory).slice(KEPT)) fs.rmSync(path.join(folder, old.name));
  log().info({ name }, "the database was copied");
  return listBackups(directory).find((backup) => backup.name === name) as Backup;
}

/** Waits until the bytes of a file are on the disk. */
export function syncFile(file: string): void {
  const descriptor = fs.openSync(file, "r+");
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}
