// Checks or copies an embedded database in a separate process, because a damaged file can end the process that reads it.
// Prints one line of JSON, which includes errors; after a crash the exit code is not 0.
//   node scripts/database-child.mjs check <file> <data directory>
//   node scripts/database-child.mjs copy <file> <new file>
import fs from "node:fs";
import path from "node:path";
import { createClient } from "@libsql/client";

const [command, file, second] = process.argv.slice(2);
const PATIENCE_MS = 20_000;
const SHOWN = 5;
/** Rows per read, so a large library is not held in memory. */
const ROWS = 500;

const client = createClient({ url: `file:${file.replace(/[%?#]/g, encodeURIComponent)}`, timeout: PATIENCE_MS });
const all = async (sql, args = []) => (await client.execute({ sql, args })).rows;
const tables = async () =>
  (await all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")).map(
    ({ name }) => name,
  );

/** Checks the structure, then every value, because the check of the structure does not notice unreadable values. */
async function findProblems() {
  const integrity = (await all("PRAGMA integrity_check")).map((row) => String(Object.values(row)[0]));
  if (integrity.join() !== "ok") return integrity.slice(0, SHOWN);
  const problems = [];
  for (const table of await tables()) problems.push(...(await findUnreadable(table)));
  return problems.slice(0, SHOWN);
}

async function findUnreadable(table) {
  const columns = (await all(`PRAGMA table_info("${table}")`)).map(({ name }) => name);
  // The tables of the search index have no such column, and some of them no rowid.
  if (!columns.some((name) => name.endsWith("Json"))) return [];
  const problems = [];
  let last = -1;
  for (let isMore = true; isMore; ) {
    const rows = await all(`SELECT rowid AS "#", * FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS}`, [
      last,
    ]);
    for (const row of rows)
      for (const name of columns)
        if (name.endsWith("Json") && row[name] !== null && !isJson(row[name]))
          problems.push(`${name} of row ${row["#"]} in ${table} is not JSON`);
    last = rows.at(-1)?.["#"];
    isMore = rows.length === ROWS;
  }
  return problems;
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The facts that decide whether this database belongs to a data directory. */
async function readFacts() {
  const names = new Set(await tables());
  const column = async (table, sql) =>
    names.has(table) ? (await all(sql)).map((row) => String(Object.values(row)[0])) : [];
  // The example is left out, because it is the same in every library.
  const files = await column(
    "ImportedFile",
    `SELECT f."sha256" FROM "ImportedFile" f
     WHERE NOT EXISTS (SELECT 1 FROM "Session" s WHERE s."fileId" = f."id" AND s."isExample")`,
  );
  const isHere = (sha) => fs.existsSync(path.join(second, "blobs", sha.slice(0, 2), sha));
  return {
    migrations: await column("_prisma_migrations", "SELECT migration_name FROM _prisma_migrations ORDER BY 1"),
    flags: await column("Flag", 'SELECT "name" FROM "Flag"'),
    files: files.length,
    filesHere: files.filter(isHere).length,
    sessions: Number((await column("Session", 'SELECT count(*) FROM "Session"'))[0] ?? 0),
  };
}

async function check() {
  const problems = await findProblems();
  return problems.length > 0 ? { ok: false, isDamage: true, problems } : { ok: true, facts: await readFacts() };
}

async function copy() {
  await client.execute({ sql: "VACUUM INTO ?", args: [second] });
  return { ok: true };
}

try {
  console.log(JSON.stringify(await (command === "copy" ? copy() : check())));
} catch (error) {
  // A lock, a missing permission or a full disk is not damage.
  const isDamage = ["SQLITE_CORRUPT", "SQLITE_NOTADB"].includes(error.code);
  console.log(JSON.stringify({ ok: false, isDamage, problems: [String(error.message ?? error)] }));
} finally {
  client.close();
}
