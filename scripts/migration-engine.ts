// Finds the differences between the migrations and prisma/schema.prisma, using Prisma's own engine as WebAssembly.
// Prisma's CLI would have to download a binary for this.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import type * as Engine from "@prisma/schema-engine-wasm";
import pg from "pg";
import { postgresTableSchema } from "./postgres-schema.mjs";

/**
 * The migrations of one database and where to try them: in memory, or on a server that allows creating and dropping
 * databases.
 */
export type Trail =
  | { readonly dialect: "sqlite"; readonly directory: string }
  | { readonly dialect: "postgres"; readonly directory: string; readonly scratch: string };

/**
 * The tables of the search index, including SQLite's shadow tables. Prisma cannot describe them, so hand-written SQL in
 * the migrations creates them.
 */
const SEARCH_TABLES: Readonly<Record<Trail["dialect"], string[]>> = {
  sqlite: ["", "_data", "_idx", "_docsize", "_config"].map((ending) => `_SearchText${ending}`),
  postgres: ["public._SearchText"],
};

/** SQL that brings a database with these migrations up to the schema; empty if nothing is missing. */
export async function missingSql(trail: Trail, schema: string): Promise<string> {
  const content = trail.dialect === "sqlite" ? schema : postgresTableSchema(schema);
  const files = [{ path: "schema.prisma", content }];
  const { SchemaEngine } = await loadEngine();
  const factory = bindMigrationAwareSqlAdapterFactory(scratchFactory(trail));
  const engine = await SchemaEngine.new({ datamodels: [["schema.prisma", content]] }, () => {}, factory as never);
  const { stdout } = await engine.diff({
    from: { tag: "migrations", ...migrationList(trail) },
    to: { tag: "schemaDatamodel", files },
    script: true,
    shadowDatabaseUrl: null,
    exitCode: null,
    filters: { externalTables: SEARCH_TABLES[trail.dialect], externalEnums: [] },
  } as Engine.DiffParams);
  const sql = stdout ?? "";
  if (/^\s*(-- This is an empty migration\.\s*)?$/.test(sql)) return "";
  return trail.dialect === "sqlite" ? sql : withByteOrder(sql);
}

/** Makes PostgreSQL compare text by bytes, as SQLite does, and leaves out the schema `public`, which already exists. */
const withByteOrder = (sql: string): string =>
  sql.replace(/-- CreateSchema\nCREATE SCHEMA[^;]*;\n\n/, "").replace(/\bTEXT\b/g, 'TEXT COLLATE "C"');

type EngineModule = typeof Engine & { __wbg_set_wasm(exports: unknown): void };

let loaded: Promise<EngineModule> | null = null;

function loadEngine(): Promise<EngineModule> {
  loaded ??= instantiate();
  return loaded;
}

async function instantiate(): Promise<EngineModule> {
  const glue = "@prisma/schema-engine-wasm/schema_engine_bg";
  const module = (await import(glue)) as EngineModule;
  const folder = path.dirname(createRequire(path.resolve("package.json")).resolve(glue));
  const bytes = fs.readFileSync(path.join(folder, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": module as never });
  module.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
  return module;
}

function migrationList({ directory }: Trail) {
  const read = (name: string) => fs.readFileSync(path.join(directory, name), "utf8");
  const names = fs.readdirSync(directory).filter((name) => fs.existsSync(path.join(directory, name, "migration.sql")));
  return {
    baseDir: path.resolve(directory),
    lockfile: { path: "migration_lock.toml", content: read("migration_lock.toml") },
    shadowDbInitScript: "",
    migrationDirectories: names.sort().map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok" as const, value: read(path.join(name, "migration.sql")) },
      },
    })),
  };
}

function scratchFactory(trail: Trail): SqlMigrationAwareDriverAdapterFactory {
  if (trail.dialect === "postgres") return new ScratchPg({ connectionString: trail.scratch });
  const factory = new PrismaLibSql({ url: "file::memory:" });
  const connect = factory.connectToShadowDb.bind(factory);
  factory.connectToShadowDb = async () => scripting(await connect());
  return factory;
}

/**
 * Runs scripts in executeRaw, because the engine passes a whole migration and SQLite drivers accept only one statement
 * there.
 */
function scripting<T extends SqlDriverAdapter>(shadow: T): T {
  const executeRaw = shadow.executeRaw.bind(shadow);
  shadow.executeRaw = async (query) => {
    if (query.args.length > 0) return executeRaw(query);
    await shadow.executeScript(query.sql);
    return 0;
  };
  return shadow;
}

/**
 * Type numbers of PostgreSQL. System tables have columns of the type "char", which the adapter does not know; they are
 * reported as text.
 */
const CHAR = 18;
const TEXT = 25;

/**
 * Connects to the scratch database. Given a connection string, the original adapter would create it but stay connected
 * to the first database.
 */
class ScratchPg extends PrismaPg {
  readonly #connectionString: string;

  constructor(config: { connectionString: string }) {
    super(config);
    this.#connectionString = config.connectionString;
  }

  override async connect() {
    return knowingChar(await super.connect());
  }

  override async connectToShadowDb() {
    const name = `winnow_scratch_${process.pid}_${Date.now()}`;
    const admin = new pg.Client(this.#connectionString);
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    const url = new URL(this.#connectionString);
    url.pathname = `/${name}`;
    const shadow = await new ScratchPg({ connectionString: url.href }).connect();
    // The adapter would split a script at each semicolon, even inside a function.
    shadow.executeScript = async (script) => void (await shadow.underlyingDriver().query(script));
    const dispose = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await dispose();
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    };
    return shadow;
  }
}

function knowingChar<T extends { underlyingDriver(): pg.Pool }>(adapter: T): T {
  const pool = adapter.underlyingDriver();
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  pool.query = (async (...args: unknown[]) => {
    const result = await query(...args);
    for (const field of result.fields ?? []) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT;
    return result;
  }) as never;
  return adapter;
}
