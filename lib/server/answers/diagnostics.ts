import fs from "node:fs";
import { readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Diagnostics } from "../../api/schemas/diagnostics";
import { isDatabaseDamaged } from "../db/database-damage";
import { type Db, getDb } from "../db/get-db";
import { migrationsIn, readMigrations } from "../db/migration-files";
import { isPostgresUrl } from "../process/postgres-url";
import { databaseUrl, dataDir, programFile } from "../process/settings";
import { callsToday } from "../summarise/model-budget";
import { callCounts } from "./metrics";
import { checkReadiness } from "./readiness";

/** Folders of the data directory, as docs/reliability.md lists them. Other folders may be named after people. */
const FOLDERS = [
  "blobs",
  "accepted",
  "imports",
  "outputs",
  "deleted",
  "derived",
  "backups",
  "damaged",
  "quarantine",
  "incoming",
];
/** Environment variables to list when set. Variables of other programs are never listed. */
const OURS =
  /^(WINNOW_[A-Z0-9_]{1,60}|DATABASE_URL|AWS_(?:REGION|ENDPOINT_URL|ENDPOINT_URL_S3|ACCESS_KEY_ID|SECRET_ACCESS_KEY|PROFILE)|HOST|PORT|LOG_LEVEL|(OPENAI|ANTHROPIC|GOOGLE_GENERATIVE_AI)_API_KEY)$/;
const COUNTED = ["session", "importedFile", "blob", "job", "run", "storedOutput", "flag"] as const;

/**
 * Diagnostics that are safe to share: versions, sizes, counts and names of settings. Built from an allow list, so that
 * no transcript text, path, name or key gets in by mistake.
 */
export async function diagnose(): Promise<Diagnostics> {
  const database = await databaseFacts();
  return {
    version: JSON.parse(fs.readFileSync(programFile("package.json"), "utf8")).version,
    at: new Date().toISOString(),
    system: {
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      cpus: os.cpus().length,
      memory_bytes: os.totalmem(),
      resident_bytes: process.memoryUsage.rss(),
      uptime_seconds: Math.round(process.uptime()),
    },
    variables: Object.keys(process.env)
      .filter((name) => OURS.test(name) && process.env[name])
      .sort(),
    readiness: await checkReadiness(),
    ...database,
    folders: await sizesOfFolders(),
    calls: await callCounts(),
    model_calls_today: await callsToday().catch(() => null), // a damaged database must not hide the folders
  };
}

type DatabaseFacts = Pick<Diagnostics, "database" | "formats" | "jobs">;

async function databaseFacts(): Promise<DatabaseFacts> {
  const kind = isPostgresUrl(databaseUrl()) ? "postgres" : "embedded";
  const migrations = readMigrations(
    migrationsIn(kind === "postgres" ? "prisma/migrations-postgres" : "prisma/migrations"),
  ).length;
  const none = { migrations, rows: {} };
  try {
    const db = await getDb();
    return {
      database: { kind, state: "ok", ...none, rows: await countRows(db) },
      formats: await countsBy(db.session.groupBy({ by: ["format"], _count: true }), ({ format }) => format),
      jobs: await countsBy(
        db.job.groupBy({ by: ["kind", "state"], _count: true }),
        ({ kind: work, state }) => `${work} ${state}`,
      ),
    };
  } catch (error) {
    return {
      database: { kind, state: isDatabaseDamaged(error) ? "damaged" : "unknown", ...none },
      formats: {},
      jobs: {},
    };
  }
}

async function countRows(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of COUNTED) counts[table] = await (db[table] as { count(): Promise<number> }).count();
  return counts;
}

async function countsBy<Row extends { readonly _count: number }>(
  rows: Promise<readonly Row[]>,
  nameOf: (row: Row) => string,
): Promise<Record<string, number>> {
  return Object.fromEntries((await rows).map((row) => [nameOf(row), row._count]));
}

async function sizesOfFolders(): Promise<Diagnostics["folders"]> {
  const sizes: Record<string, { files: number; bytes: number }> = {};
  for (const folder of FOLDERS) sizes[folder] = await sizeOf(path.join(/*turbopackIgnore: true*/ dataDir(), folder));
  return sizes;
}

async function sizeOf(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  for (const file of files) bytes += (await stat(path.join(file.parentPath, file.name)).catch(() => null))?.size ?? 0;
  return { files: files.length, bytes };
}
