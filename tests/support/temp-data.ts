import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { closeDb, getDb } from "@/lib/server/db/get-db";
import { releaseOwnership } from "@/lib/server/db/owner-lock";
import { PostgresCluster } from "./postgres-cluster";

export type Store = "libsql" | "postgres";
export type TempData = { readonly dir: () => string; readonly cluster: () => PostgresCluster };

/** `WINNOW_TEST_STORE=postgres npx vitest run tests/app/api tests/lib/server` runs the server's suites on PostgreSQL. */
const usualStore: Store = process.env.WINNOW_TEST_STORE === "postgres" ? "postgres" : "libsql";

/** A fresh data directory and database for the tests of one file or describe; `dir()` returns its path. */
export function makeTempData(store: Store = usualStore): TempData {
  let directory = "";
  let cluster: PostgresCluster | null = null;
  const before = { WINNOW_DATA_DIR: process.env.WINNOW_DATA_DIR, DATABASE_URL: process.env.DATABASE_URL };
  beforeAll(async () => {
    directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-test-"));
    process.env.WINNOW_DATA_DIR = directory;
    if (store === "libsql") return;
    cluster = await PostgresCluster.ofThisProcess();
    process.env.DATABASE_URL = await cluster.createDatabase();
    await getDb(); // as at a server's start: a directory that already has files belongs to another database
  });
  afterAll(async () => {
    await closeDb();
    releaseOwnership(directory);
    fs.rmSync(directory, { recursive: true, force: true });
    restore(before);
  });
  return { dir: () => directory, cluster: () => cluster as PostgresCluster };
}

function restore(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
