import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { bindDirectory, refuseBoundDirectory } from "@/lib/server/db/bind-directory";
import { migratePostgres } from "@/lib/server/db/migrate-postgres";
import { readPostgresUrl } from "@/lib/server/process/postgres-url";
import { onPostgres } from "../support/on-both-stores";
import { PostgresCluster } from "../support/postgres-cluster";

onPostgres("the start on PostgreSQL", () => {
  let cluster: PostgresCluster;
  let root = "";
  let url = "";
  beforeAll(async () => {
    cluster = (await PostgresCluster.start()) as PostgresCluster;
  });
  afterAll(() => cluster.remove());
  beforeEach(async () => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-start-"));
    url = await cluster.createDatabase();
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  const write = (name: string, sql: string) => {
    fs.mkdirSync(path.join(root, "trail", name), { recursive: true });
    fs.writeFileSync(path.join(root, "trail", name, "migration.sql"), sql);
  };
  const migrate = () => migratePostgres(readPostgresUrl(url), undefined, path.join(root, "trail"));
  const migrateReal = (directory = root) =>
    migratePostgres(readPostgresUrl(url), (client) => bindDirectory(client, directory));
  const sessions = (database = url) => cluster.query(database, 'SELECT count(*) FROM "Session"');

  test("of eight concurrent starters exactly one migrates, and none fails", async () => {
    const applied = await Promise.all(Array.from({ length: 8 }, () => migrateReal()));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await sessions()).toEqual([{ count: "0" }]);
    expect(await cluster.query(url, 'SELECT count(*) FROM "Flag"')).toEqual([{ count: "1" }]);
  });

  test("the ledger is Prisma's: the file's checksum, finished, one step", async () => {
    write("1_init", 'CREATE TABLE "A" (id TEXT);');
    expect(await migrate()).toEqual(["1_init"]);
    const [row] = await cluster.query(url, "SELECT *, finished_at IS NOT NULL AS ended FROM _prisma_migrations");
    const checksum = createHash("sha256").update('CREATE TABLE "A" (id TEXT);').digest("hex");
    expect(row).toMatchObject({ migration_name: "1_init", checksum, ended: true, applied_steps_count: 1 });
    expect(row).toMatchObject({ rolled_back_at: null, logs: null, id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  test("skips applied migrations, refuses edited ones, and recognises a newer program by unknown ones", async () => {
    write("1_init", 'CREATE TABLE "A" (id TEXT);');
    await migrate();
    expect(await migrate()).toEqual([]);
    write("1_init", 'CREATE TABLE "A" (id TEXT); -- edited');
    await expect(migrate()).rejects.toThrow("edited");
    fs.rmSync(path.join(root, "trail", "1_init"), { recursive: true });
    await expect(migrate()).rejects.toThrow("newer Winnow");
  });

  test("a failed migration leaves nothing; earlier ones stay", async () => {
    write("1_init", 'CREATE TABLE "A" (id TEXT);');
    write("2_bad", 'CREATE TABLE "B" (id TEXT); INSERT INTO "A" VALUES (1 / 0);');
    await expect(migrate()).rejects.toThrow("division by zero");
    expect(await cluster.query(url, "SELECT to_regclass('\"A\"') IS NULL a, to_regclass('\"B\"') IS NULL b")).toEqual([
      { a: false, b: true },
    ]);
    expect(await cluster.query(url, "SELECT migration_name FROM _prisma_migrations")).toHaveLength(1);
  });

  test("?schema= puts everything into that schema", async () => {
    const plain = url;
    url = `${plain}&schema=my%20notes`;
    expect(await migrateReal()).toEqual(
      fs.readdirSync("prisma/migrations-postgres").filter((name) => /^\d/.test(name)),
    );
    expect(await cluster.query(plain, 'SELECT count(*) FROM "my notes"."Session"')).toEqual([{ count: "0" }]);
    await expect(sessions(plain)).rejects.toThrow("does not exist");
    expect(await migrateReal()).toEqual([]);
  });

  test("a database and a data directory stay together", async () => {
    await migrateReal();
    const other = path.join(root, "other");
    fs.mkdirSync(other);
    await expect(migrateReal(other)).rejects.toThrow("in another data directory");
    expect(() => refuseBoundDirectory(root)).toThrow("belongs to a PostgreSQL database");
    expect(() => refuseBoundDirectory(other)).not.toThrow();
    fs.mkdirSync(path.join(root, "blobs"));
    expect(await migrateReal()).toEqual([]);
    url = await cluster.createDatabase();
    await expect(migrateReal()).rejects.toThrow("files of another database");
    fs.mkdirSync(path.join(other, "derived"));
    await expect(migrateReal(other)).rejects.toThrow("files of another database");
  });

  test("a start that was interrupted between the two notes is completed", async () => {
    await migrateReal();
    await cluster.query(url, 'DELETE FROM "Flag"');
    expect(await migrateReal()).toEqual([]);
    expect(await cluster.query(url, 'SELECT count(*) FROM "Flag"')).toEqual([{ count: "1" }]);
  });

  test.each([
    ["postgres://u:secret@127.0.0.1:1/x", "127.0.0.1:1, database x"],
    ["postgres://u:secret@nowhere.invalid/x", "nowhere.invalid:5432, database x"],
  ])("reports an unavailable server without the password: %s", async (address, place) => {
    const failure = migratePostgres(readPostgresUrl(address));
    await expect(failure).rejects.toThrow(place);
    await expect(failure).rejects.not.toThrow("secret");
  });
});
