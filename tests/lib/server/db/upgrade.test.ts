import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Client, createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "@/lib/server/db/migrate";
import { prepareEmbedded } from "@/lib/server/db/prepare-embedded";
import { buildChild } from "../../../support/build-child";
import { recordFigure } from "../../../support/record-figure";
import { draws, samples } from "../../../support/samples";

const MIGRATIONS = "prisma/migrations";
const names = fs.readdirSync(MIGRATIONS).filter((name) => /^\d/.test(name));
/** Every earlier version of the database: the result of the first n migrations. */
const EARLIER = names.slice(0, -1).map((name, index) => [name, index + 1] as const);
const KILLS = draws(6, 50);

let root = "";
let script = "";
beforeAll(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-upgrade-"));
  script = await buildChild("migrate-child");
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

/** A database after that many migrations, with two rows in every table. Returns its URL and the rows of each table. */
async function earlier(directory: string, migrations: number): Promise<{ url: string; rows: Record<string, number> }> {
  const some = path.join(directory, "migrations");
  for (const name of names.slice(0, migrations))
    fs.cpSync(path.join(MIGRATIONS, name), path.join(some, name), { recursive: true });
  const url = `file:${path.join(directory, "winnow.db")}`;
  await migrate(url, some);
  fs.rmSync(some, { recursive: true });
  const client = createClient({ url });
  for (const table of await tablesOf(client)) await fill(client, table);
  for (const text of TEXTS) {
    const file = path.join(directory, "blobs", text.slice(0, 2), text);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, "");
  }
  const rows = await countRows(client, await tablesOf(client));
  client.close();
  return { url, rows };
}

/** Ordinary tables of ours: neither SQLite's, nor Prisma's ledger, nor those of the full-text index. */
async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'");
  const virtual = rows.filter(({ sql }) => /^CREATE VIRTUAL/i.test(String(sql))).map(({ name }) => String(name));
  const isOurs = (name: string) => !/^(sqlite_|_prisma|libsql_)/.test(name);
  return rows
    .map(({ name }) => String(name))
    .filter((name) => isOurs(name) && !virtual.some((prefix) => name.startsWith(prefix)));
}

/** The texts of the two rows: hashes, so that the database's files can exist. */
const TEXTS = ["1".repeat(64), "2".repeat(64)] as const;

/** Two rows whose texts are all equal and so refer to each other; JSON columns contain an empty object. */
async function fill(client: Client, table: string): Promise<void> {
  const { rows } = await client.execute(`PRAGMA table_info("${table}")`);
  await client.execute("PRAGMA foreign_keys=OFF");
  for (const [index, text] of TEXTS.entries()) {
    const values = rows.map(({ name, type }) => {
      if (/Json$/.test(String(name))) return "{}";
      return /TEXT|CHAR/i.test(String(type)) ? text : index + 1;
    });
    const columns = rows.map(({ name }) => `"${name}"`).join();
    const places = values.map(() => "?").join();
    await client.execute({ sql: `INSERT INTO "${table}" (${columns}) VALUES (${places})`, args: values });
  }
}

async function countRows(client: Client, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await client.execute(`SELECT count(*) AS n FROM "${table}"`);
    counts[table] = Number(rows[0]?.n);
  }
  return counts;
}

async function inspect(url: string, tables: readonly string[]) {
  const client = createClient({ url });
  const { rows } = await client.execute("PRAGMA integrity_check");
  const ledger = await client.execute("SELECT migration_name FROM _prisma_migrations ORDER BY migration_name");
  const counts = await countRows(client, tables);
  client.close();
  const applied = ledger.rows.map(({ migration_name }) => String(migration_name));
  return { integrity: Object.values(rows[0] ?? {})[0], applied, counts };
}

/** Every table keeps its rows; a migration adds sums of existing rows. */
async function expectUpgraded(url: string, rows: Record<string, number>): Promise<void> {
  const upgraded = await inspect(url, Object.keys(rows));
  const { LibraryCount: sums = 0 } = upgraded.counts;
  expect(sums).toBeGreaterThanOrEqual(rows.LibraryCount ?? 0);
  const counts = { ...rows, ...("LibraryCount" in rows && { LibraryCount: sums }) };
  expect(upgraded).toEqual({ integrity: "ok", applied: names, counts });
}

/** An upgrade from the oldest applies every migration. */
const TRIED = samples([...EARLIER.slice(0, 1), ...EARLIER.slice(-1)], EARLIER);

describe.each(TRIED)("a database from %s", (_, migrations) => {
  test("is backed up, upgraded, and keeps every row of every table", async () => {
    const directory = fs.mkdtempSync(path.join(root, "data-"));
    const { url, rows } = await earlier(directory, migrations);
    expect(Object.keys(rows).length).toBeGreaterThan(5);
    expect(Object.values(rows).filter((many) => many < 2)).toEqual([]); // a migration may add rows itself
    await prepareEmbedded(url, directory);
    const [copy] = fs.readdirSync(path.join(directory, "backups"));
    expect(copy).toContain(`before-${names[migrations]}`);
    const copied = await inspect(`file:${path.join(directory, "backups", copy ?? "")}`, Object.keys(rows));
    expect(copied).toMatchObject({ integrity: "ok", counts: rows, applied: names.slice(0, migrations) });
    await expectUpgraded(url, { ...rows, Flag: 3 }); // one more flag binds the directory
  });
});

test("after a kill at any moment of an upgrade, the next start continues it and no row is lost", async () => {
  let cut = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const directory = fs.mkdtempSync(path.join(root, "kill-"));
    const { url, rows } = await earlier(directory, 1 + (round % EARLIER.length));
    const child = spawn(process.execPath, [script, url], { stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    await once(child.stdout, "data");
    setTimeout(() => child.kill("SIGKILL"), round % 12);
    await once(child, "close");
    if (!output.includes("migrated")) cut += 1;
    await migrate(url);
    await expectUpgraded(url, rows);
    fs.rmSync(directory, { recursive: true });
  }
  expect(cut).toBeGreaterThan(0);
  recordFigure("D5", "kill -9 during an upgrade", `${KILLS} of ${KILLS} without a lost row, ${cut} of them cut off`);
});
