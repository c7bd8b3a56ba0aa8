import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Client, createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "@/lib/server/db/migrate";
import { migratePostgres } from "@/lib/server/db/migrate-postgres";
import { readPostgresUrl } from "@/lib/server/process/postgres-url";
import { missingSql, type Trail } from "../../scripts/migration-engine";
import { postgresClientSchema } from "../../scripts/postgres-schema.mjs";
import { describeWhere } from "../support/describe-where";
import { onPostgres } from "../support/on-both-stores";
import { postgresMajor } from "../support/postgres-binaries";
import { PostgresCluster } from "../support/postgres-cluster";

const SCHEMA = fs.readFileSync("prisma/schema.prisma", "utf8");
const WITH_COLUMN = SCHEMA.replace("model Flag {", "model Flag {\n  extra Int?");
const SQLITE: Trail = { dialect: "sqlite", directory: "prisma/migrations" };

describe("the embedded database's migrations", () => {
  test("match the schema exactly", async () => {
    expect(await missingSql(SQLITE, SCHEMA)).toBe("");
    expect(await missingSql(SQLITE, WITH_COLUMN)).toContain('ADD COLUMN "extra" INTEGER');
  });
});

test("the client for PostgreSQL is generated from the same models", () => {
  expect(fs.readFileSync("prisma/postgres/schema.prisma", "utf8")).toBe(postgresClientSchema(SCHEMA));
  expect(() => postgresClientSchema("model A {}")).toThrow("exactly once");
});

onPostgres("PostgreSQL's migrations", () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = (await PostgresCluster.start()) as PostgresCluster;
  });
  afterAll(() => cluster.remove());

  describeWhere(
    postgresMajor() < 18,
    "a PostgreSQL server before 18, which Prisma's engine can read",
    "compared",
    () => {
      test("match the derived schema exactly", async () => {
        const scratch = cluster.url("postgres");
        const trail: Trail = { dialect: "postgres", directory: "prisma/migrations-postgres", scratch };
        expect(await missingSql(trail, SCHEMA)).toBe("");
        expect(await missingSql(trail, WITH_COLUMN)).toContain('ADD COLUMN     "extra" BIGINT');
        const left = await cluster.query("postgres", "SELECT datname FROM pg_database WHERE datname LIKE '%scratch%'");
        expect(left).toEqual([]);
      });
    },
  );

  test("and the embedded database's create the same tables, columns, keys and indexes", async () => {
    const url = await cluster.createDatabase();
    await migratePostgres(readPostgresUrl(url));
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-trails-"));
    const file = `file:${path.join(directory, "a.db")}`;
    await migrate(file);
    const client = createClient({ url: file });
    const embedded = await describeSqlite(client);
    client.close();
    fs.rmSync(directory, { recursive: true });
    expect(embedded.length).toBeGreaterThan(60);
    expect((await describePostgres(cluster, url)).sort()).toEqual(embedded.sort());
  });

  test("text is compared by its bytes everywhere", async () => {
    const url = await cluster.createDatabase();
    await migratePostgres(readPostgresUrl(url));
    const other = await cluster.query(
      url,
      `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'
       AND table_name NOT LIKE '\\_%' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`,
    );
    expect(other).toEqual([]);
  });
});

const KINDS: Readonly<Record<string, string>> = {
  TEXT: "text",
  DATETIME: "time",
  INTEGER: "int",
  BOOLEAN: "bool",
  text: "text",
  "timestamp without time zone": "time",
  bigint: "int",
  boolean: "bool",
};

/** One line per column, index and reference. */
async function describeSqlite(client: Client): Promise<string[]> {
  const rows = async (sql: string) => (await client.execute(sql)).rows;
  const names = await rows(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 1) <> '_' AND name NOT LIKE 'sqlite%'`,
  );
  const lines: string[] = [];
  for (const { name } of names) {
    for (const { name: column, type, notnull, pk } of await rows(`PRAGMA table_info("${name}")`))
      lines.push(`${name}.${column} ${KINDS[String(type)]} ${notnull ? "required" : "optional"}${pk ? " key" : ""}`);
    for (const index of await rows(`PRAGMA index_list("${name}")`)) {
      if (index.origin === "pk") continue;
      const columns = await rows(`PRAGMA index_info("${index.name}")`);
      lines.push(`${index.name}${index.unique ? " unique" : ""} (${columns.map((column) => column.name).join()})`);
    }
    for (const { from, table, to, on_delete } of await rows(`PRAGMA foreign_key_list("${name}")`))
      lines.push(`${name}.${from} → ${table}.${to} ${String(on_delete).toLowerCase()}`);
  }
  return lines;
}

const COLUMNS = `SELECT table_name, column_name, data_type, is_nullable, EXISTS (
    SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indisprimary AND i.indrelid = format('%I', table_name)::regclass AND a.attname = column_name) AS key
  FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%'`;
/** Indexes named by Prisma; hand-written ones, which only PostgreSQL needs, have other names. */
const INDEXES = `SELECT c.relname AS name, i.indisunique AS is_unique,
    (SELECT string_agg(a.attname, ',' ORDER BY k.place) FROM unnest(i.indkey::int2[]) WITH ORDINALITY k(number, place)
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number) AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND NOT i.indisprimary AND c.relname ~ '^[^_].*_(idx|key)$'`;
const REFERENCES = `SELECT f.relname AS source, t.relname AS target, a.attname AS column, b.attname AS other,
    CASE confdeltype WHEN 'c' THEN 'cascade' WHEN 'r' THEN 'restrict' ELSE confdeltype::text END AS on_delete
  FROM pg_constraint JOIN pg_class f ON f.oid = conrelid JOIN pg_class t ON t.oid = confrelid
  JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]
  JOIN pg_attribute b ON b.attrelid = confrelid AND b.attnum = confkey[1] WHERE contype = 'f'`;

async function describePostgres(cluster: PostgresCluster, url: string): Promise<string[]> {
  const columns = (await cluster.query(url, COLUMNS)).map(
    ({ table_name, column_name, data_type, is_nullable, key }) =>
      `${table_name}.${column_name} ${KINDS[String(data_type)]} ${is_nullable === "NO" ? "required" : "optional"}${key ? " key" : ""}`,
  );
  const indexes = (await cluster.query(url, INDEXES)).map(
    ({ name, is_unique, columns: list }) => `${name}${is_unique ? " unique" : ""} (${list})`,
  );
  const references = (await cluster.query(url, REFERENCES)).map(
    ({ source, target, column, other, on_delete }) => `${source}.${column} → ${target}.${other} ${on_delete}`,
  );
  return [...columns, ...indexes, ...references];
}
