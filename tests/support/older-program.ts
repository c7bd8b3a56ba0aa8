import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";

/** Whether this checkout's history includes the commit; a shallow clone's does not. */
export const hasCommit = (commit: string): boolean =>
  spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { stdio: "ignore" }).status === 0;

/** An older program's result for one file: the format that it recognised, and its sessions' ids in file order. */
export type OlderImport = {
  readonly file: string;
  readonly format: string | null;
  readonly sessions: readonly string[];
};

/** Runs in the older program: imports each file separately and prints the result. */
const CHILD = `
import fs from "node:fs";
import path from "node:path";
import { stageBlob } from "@/lib/server/blobs";
import { closeDb } from "@/lib/server/db/get-db";
import { importFiles } from "@/lib/server/import-files";

const [, , answer, ...files] = process.argv;
const made = [];
for (const file of files) {
  const staged = await stageBlob(fs.createReadStream(file));
  const [report] = await importFiles([{ ...staged, name: path.basename(file) }]);
  made.push({ file, format: report.format, sessions: report.sessions });
}
await closeDb();
fs.writeFileSync(answer, JSON.stringify(made));
process.exit(0);
`;

/**
 * Unpacks the program of a commit into `directory` and makes it import its own fixtures into a data directory, using
 * the packages installed here. Takes about a minute.
 */
export async function importWithOlder(commit: string, directory: string, dataDir: string): Promise<OlderImport[]> {
  fs.mkdirSync(directory, { recursive: true });
  const archive = path.join(directory, "program.tar");
  execFileSync("git", ["archive", "--format=tar", `--output=${archive}`, commit]);
  execFileSync("tar", ["-xf", archive, "-C", directory]);
  fs.rmSync(archive);
  fs.symlinkSync(path.resolve("node_modules"), path.join(directory, "node_modules"));
  const env = { ...process.env, WINNOW_DATA_DIR: dataDir, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: directory, env, stdio: "pipe" });
  for (const schema of await schemasOf(directory))
    run("node_modules/prisma/build/index.js", "generate", "--schema", schema);
  run("scripts/build-worker.mjs");
  const entry = path.join(directory, "import-fixtures.ts");
  fs.writeFileSync(entry, CHILD);
  await build({
    entryPoints: [entry],
    outfile: path.join(directory, "dist/import-fixtures.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { "@": directory },
    external: ["@libsql/*", "libsql", "@prisma/*", "piscina", "pino", "pg"],
    logLevel: "error",
  });
  const fixtures = path.join(directory, "tests/fixtures");
  const files = (fs.readdirSync(fixtures, { recursive: true, withFileTypes: true }) as fs.Dirent[])
    .filter((entry) => entry.isFile() && /\.(jsonl?|md|traj|zst)$/.test(entry.name) && entry.name !== "README.md")
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const answer = path.join(directory, "made.json");
  run("dist/import-fixtures.mjs", answer, ...files, ...withUniqueIds(directory));
  return JSON.parse(fs.readFileSync(answer, "utf8")) as OlderImport[];
}

/** The schema of the embedded database, and the one of PostgreSQL that the older program derives from it. */
async function schemasOf(directory: string): Promise<string[]> {
  const source = path.join(directory, "prisma/schema.prisma");
  const derived = path.join(directory, "prisma/postgres/schema.prisma");
  const { postgresClientSchema } = (await import(path.join(directory, "scripts/postgres-schema.mjs"))) as {
    postgresClientSchema(schema: string): string;
  };
  fs.mkdirSync(path.dirname(derived), { recursive: true });
  fs.writeFileSync(derived, postgresClientSchema(fs.readFileSync(source, "utf8")));
  return [source, derived];
}

const UNIQUE_IDS = [
  ["claude-ai-export/conversations.json", '"c-1"', '"5e551040-0000-4000-8000-000000000001"'],
  ["gemini-cli/session.json", '"s-gem"', '"5e551040-0000-4000-8000-000000000002"'],
] as const;

/**
 * Variants of our fixtures whose logs identify a session by a UUID. Since 22 November, such a session's id derives from
 * that UUID; before, from the file's bytes.
 */
function withUniqueIds(directory: string): string[] {
  return UNIQUE_IDS.map(([fixture, id, unique]) => {
    const text = fs.readFileSync(path.resolve("tests/fixtures", fixture), "utf8");
    const file = path.join(directory, `unique-${path.basename(fixture)}`);
    fs.writeFileSync(file, text.replaceAll(id, unique));
    return file;
  });
}
