import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "libsql";

const QUERIES = 500;

/**
 * Prints for one way of querying a small table of an embedded database: milliseconds from the start of the process to
 * the first answer, milliseconds per further query, and resident megabytes. Each way runs in a separate process,
 * because loading its modules is part of the measurement.
 */
export async function measureQueries(name: string, open: (url: string) => () => Promise<unknown>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-queries-"));
  const file = path.join(folder, "small.db");
  new Database(file).exec(
    `CREATE TABLE "Flag" ("name" TEXT PRIMARY KEY, "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP);
     INSERT INTO "Flag" ("name") VALUES ('one'), ('two')`,
  );
  const ask = open(`file:${file}`);
  await ask();
  const first = performance.now();
  for (let index = 0; index < QUERIES; index += 1) await ask();
  const each = (performance.now() - first) / QUERIES;
  const megabytes = process.memoryUsage.rss() / 1e6;
  console.log(
    `${name}: first answer ${first.toFixed(0)} ms after the start, ${each.toFixed(2)} ms per query, ${megabytes.toFixed(0)} MB`,
  );
  fs.rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}
