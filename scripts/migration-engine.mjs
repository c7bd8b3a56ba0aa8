// scripts/migration-engine.mjs   usage: node scripts/migration-engine.mjs <libsql|pglite|pg> <diff|deploy>
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";

const require = createRequire(import.meta.url);
const glue = "@prisma/schema-engine-wasm/schema_engine_bg";
const bg = await import(glue);
const wasm = path.join(path.dirname(require.resolve(glue)), "schema_engine_bg.wasm");
const instance = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(wasm)), {
  "./schema_engine_bg.js": bg,
});
bg.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();

/** The engine hands a whole migration to executeRaw; SQLite drivers take one statement there. */
function withScriptingShadow(factory) {
  const connect = factory.connectToShadowDb.bind(factory);
  factory.connectToShadowDb = async () => {
    const shadow = await connect();
    const executeRaw = shadow.executeRaw.bind(shadow);
    shadow.executeRaw = async (query) => {
      if (query.args.length > 0) return executeRaw(query);
      await shadow.executeScript(query.sql);
      return 0;
    };
    return shadow;
  };
  return factory;
}

const FACTORIES = {
  async libsql(url = "file::memory:") {
    const { PrismaLibSql } = await import("@prisma/adapter-libsql");
    return withScriptingShadow(new PrismaLibSql({ url }));
  },
  async pglite(directory) {
    const { PGlite } = await import("@electric-sql/pglite"); // author's tool only, never user data
    const { PrismaPGlite } = await import("pglite-prisma-adapter");
    return new PrismaPGlite(new PGlite(directory));
  },
  async pg(connectionString) {
    const { PrismaPg } = await import("@prisma/adapter-pg");
    return new PrismaPg({ connectionString });
  },
};

const [kind, command] = process.argv.slice(2);
const schemaPath = process.env.SCHEMA ?? "prisma/schema.prisma";
const dir = process.env.MIGRATIONS ?? "prisma/migrations";
const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : null);
const files = [{ path: schemaPath, content: fs.readFileSync(schemaPath, "utf8") }];
const filters = { externalTables: [], externalEnums: [] };

function migrationsList() {
  const names = (fs.existsSync(dir) ? fs.readdirSync(dir) : [])
    .filter((name) => fs.existsSync(`${dir}/${name}/migration.sql`))
    .sort();
  return {
    baseDir: path.resolve(dir),
    lockfile: { path: "migration_lock.toml", content: read(`${dir}/migration_lock.toml`) },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: read(`${dir}/${name}/migration.sql`) } },
    })),
  };
}

const factory = bindMigrationAwareSqlAdapterFactory(await FACTORIES[kind](process.env.DATABASE_URL));
const engine = await bg.SchemaEngine.new(
  { datamodels: files.map((file) => [file.path, file.content]) },
  () => {},
  factory,
);
try {
  if (command === "diff") {
    const from = process.env.FROM_EMPTY ? { tag: "empty" } : { tag: "migrations", ...migrationsList() };
    const to = { tag: "schemaDatamodel", files };
    const { stdout } = await engine.diff({ from, to, script: true, shadowDatabaseUrl: null, exitCode: null, filters });
    console.log(stdout);
  }
  if (command === "deploy") console.log(await engine.applyMigrations({ migrationsList: migrationsList(), filters }));
} catch (error) {
  console.error(error, factory.errorRegistry?.consumeError?.(0));
  process.exitCode = 1;
}
process.exit();
