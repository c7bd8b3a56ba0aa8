import fs from "node:fs";
import path from "node:path";
import { Problem } from "@/lib/api/problem";
import type { LibraryState } from "@/lib/api/schemas/library";
import type { Backup } from "../../api/schemas/library";
import { backupDatabase, backupPath, listBackups, syncFile } from "../db/backups";
import { claimPlace } from "../db/bind-embedded";
import { checkDatabase } from "../db/database-child";
import { damageOf, forgetDamage, tellRepaired } from "../db/database-damage";
import { closeDb, getDb } from "../db/get-db";
import { setAsideDatabase, stagedRestore } from "../db/set-aside";
import { isServersAdmin } from "../process/caller-context";
import { fileOfUrl } from "../process/file-url";
import { isPostgresUrl } from "../process/postgres-url";
import { databaseUrl, dataDir } from "../process/settings";
import { missingImports } from "../store/missing-imports";
import { tidyUp } from "./tidy-up";

const NAMES_SHOWN = 5;

/** Imported files of all projects without a row, listed for server admins, who can rebuild. */
export const missingFiles = (): LibraryState["missing"] =>
  isServersAdmin() ? libraryState().missing : { files: 0, names: [] };

export function libraryState(): LibraryState {
  const damage = damageOf(databaseUrl());
  const missing = damage ? [] : missingImports();
  return {
    database: damage ? "damaged" : "ok",
    problems: damage?.problems ?? [],
    missing: { files: missing.length, names: missing.flatMap(({ note }) => note?.name ?? []).slice(0, NAMES_SHOWN) },
    backups: listBackups(dataDir()),
  };
}

/**
 * GET /api/library. Callers who may only monitor get the number of missing files, but neither their names
 * nor the machine's database backups.
 */
export function toldState(): LibraryState {
  const state = libraryState();
  return isServersAdmin() ? state : { ...state, missing: { ...state.missing, names: [] }, backups: [] };
}

/** Backs up the database while it is in use. */
export async function backupNow(): Promise<Backup> {
  return backupDatabase(embeddedFile(), dataDir(), "on-demand");
}

/**
 * Replaces the database with a backup and keeps the replaced one. If `name` is null, uses the newest backup
 * that passes the check. Files imported since the backup are offered for a rebuild.
 */
export async function restoreBackup(name: string | null): Promise<Backup> {
  const file = embeddedFile();
  const chosen = await chooseBackup(name);
  const staged = stagedRestore(file);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.copyFileSync(backupPath(dataDir(), chosen.name) as string, staged);
  syncFile(staged);
  await exchange(() => fs.renameSync(staged, file));
  return chosen;
}

/** Sets the database aside, without deleting anything, and starts with an empty one. */
export const beginAnew = (): Promise<void> => exchange(() => {});

async function exchange(putInPlace: () => void): Promise<void> {
  await closeDb();
  setAsideDatabase(embeddedFile(), dataDir());
  await claimPlace(embeddedFile(), dataDir());
  putInPlace();
  forgetDamage(databaseUrl());
  await getDb();
  await tidyUp();
  tellRepaired();
}

async function chooseBackup(name: string | null): Promise<Backup> {
  const candidates = listBackups(dataDir()).filter((backup) => name === null || backup.name === name);
  for (const candidate of candidates)
    if ((await checkDatabase(backupPath(dataDir(), candidate.name) as string, dataDir())).ok) return candidate;
  if (name === null || candidates.length === 0)
    throw new Problem(404, "no-such-backup", "no such copy of the database passes the check");
  throw new Problem(422, "backup-damaged", "this copy of the database is damaged too; choose another");
}

function embeddedFile(): string {
  const url = databaseUrl();
  if (!isPostgresUrl(url)) return fileOfUrl(url);
  throw new Problem(
    422,
    "not-embedded",
    "a PostgreSQL database is copied and restored with its own tools, pg_dump and pg_restore",
  );
}

/** Throws a 409 unless the database is damaged, because only then may a running server replace it. */
export function assertDamaged(): void {
  if (damageOf(databaseUrl())) return;
  throw new Problem(
    409,
    "not-damaged",
    "the database is not damaged; to go back to a copy, stop Winnow and run `npm run restore`",
  );
}
