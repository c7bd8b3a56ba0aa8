import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createClient } from "@libsql/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { backupDatabase } from "@/lib/server/db/backups";
import { migrate } from "@/lib/server/db/migrate";
import { prepareEmbedded } from "@/lib/server/db/prepare-embedded";
import { databaseUrl } from "@/lib/server/process/settings";

let root = "";
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-migrate-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const url = () => `file:${path.join(root, "test.db")}`;
const migrations = () => path.join(root, "migrations");
function write(name: string, sql: string) {
  fs.mkdirSync(path.join(migrations(), name), { recursive: true });
  fs.writeFileSync(path.join(migrations(), name, "migration.sql"), sql);
}
async function scalar(sql: string) {
  const client = createClient({ url: url() });
  const { rows } = await client.execute(sql);
  client.close();
  return Object.values(rows[0] ?? {})[0];
}

const PARENT_AND_CHILD = `CREATE TABLE "Parent" ("id" TEXT PRIMARY KEY);
CREATE TABLE "Child" ("id" TEXT PRIMARY KEY, "parent" TEXT NOT NULL REFERENCES "Parent"("id") ON DELETE CASCADE);
INSERT INTO "Parent" VALUES ('p');
INSERT INTO "Child" VALUES ('a', 'p'), ('b', 'p');`;

/** As Prisma writes it: the pragma in the migration has no effect inside a transaction. */
const REBUILD_PARENT = `PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Parent" ("id" TEXT PRIMARY KEY, "title" TEXT);
INSERT INTO "new_Parent" ("id") SELECT "id" FROM "Parent";
DROP TABLE "Parent";
ALTER TABLE "new_Parent" RENAME TO "Parent";
PRAGMA foreign_keys=ON;`;

test("a database in a folder whose name has a meaning in URLs is opened, checked and copied", async () => {
  const folder = path.join(root, "c# 100%20?");
  fs.mkdirSync(folder);
  vi.stubEnv("WINNOW_DATA_DIR", folder);
  await prepareEmbedded(databaseUrl(), folder);
  vi.unstubAllEnvs();
  expect(fs.readdirSync(root)).toEqual(["c# 100%20?"]);
  const { bytes } = await backupDatabase(path.join(folder, "winnow.db"), folder, "test");
  expect(bytes).toBeGreaterThan(0);
});

describe("migrate", () => {
  test("rebuilding a parent table keeps its children", async () => {
    write("1_init", PARENT_AND_CHILD);
    await migrate(url(), migrations());
    write("2_rebuild", REBUILD_PARENT);
    expect(await migrate(url(), migrations())).toEqual(["2_rebuild"]);
    expect(await scalar('SELECT count(*) FROM "Child"')).toBe(2);
  });

  test("the trap is real: inside a transaction with foreign keys on, the same rebuild deletes the children", async () => {
    write("1_init", PARENT_AND_CHILD);
    await migrate(url(), migrations());
    const client = createClient({ url: url() });
    const transaction = await client.transaction("write");
    await transaction.executeMultiple(REBUILD_PARENT);
    await transaction.commit();
    client.close();
    expect(await scalar('SELECT count(*) FROM "Child"')).toBe(0);
  });

  test("a migration that breaks a reference is rolled back", async () => {
    write("1_init", PARENT_AND_CHILD);
    await migrate(url(), migrations());
    write("2_break", `DELETE FROM "Parent";`);
    await expect(migrate(url(), migrations())).rejects.toThrow("broken references");
    expect(await scalar('SELECT count(*) FROM "Parent"')).toBe(1);
  });

  test("skips applied migrations, refuses edited ones, and recognises a newer program by unknown ones", async () => {
    write("1_init", PARENT_AND_CHILD);
    expect(await migrate(url(), migrations())).toEqual(["1_init"]);
    expect(await migrate(url(), migrations())).toEqual([]);
    write("1_init", `${PARENT_AND_CHILD} -- edited`);
    await expect(migrate(url(), migrations())).rejects.toThrow("edited");
    fs.rmSync(path.join(migrations(), "1_init"), { recursive: true });
    await expect(migrate(url(), migrations())).rejects.toThrow("newer Winnow");
  });

  test("the real migrations give WAL and large pages", async () => {
    await migrate(url());
    expect(await scalar("PRAGMA journal_mode")).toBe("wal");
    expect(await scalar("PRAGMA page_size")).toBe(16384);
    expect(await scalar("PRAGMA synchronous")).toBe(2);
  });
});
