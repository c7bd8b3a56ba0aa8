import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { closeDb, getDb } from "@/lib/server/db/get-db";

/**
 * Resident memory after different numbers of writes to the embedded database, with a garbage collection
 * before each reading:
 * node scripts/run-ts.mjs bench/storage/memory-of-writes.ts [writes …]
 * Prints one line of JSON for each reading.
 */
const READINGS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [2_500, 5_000, 7_500, 10_000, 20_000];

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-memory-"));
process.env.WINNOW_DATA_DIR = directory;
delete process.env.DATABASE_URL;
try {
  await writeAndRead();
} finally {
  await closeDb();
  fs.rmSync(directory, { recursive: true, force: true });
}

async function writeAndRead(): Promise<void> {
  let writes = 0;
  for (const reading of READINGS) {
    for (; writes < reading; writes += 1) await write(writes);
    console.log(JSON.stringify({ writes, ...(await memory()) }));
  }
}

/** Even rounds write a row in a transaction; odd rounds run a delete outside of one. */
async function write(round: number): Promise<void> {
  const db = await getDb();
  const name = `flag-${round % 10}`;
  if (round % 2 === 1) await db.flag.deleteMany({ where: { name } });
  else
    await db.$transaction((transaction) => transaction.flag.upsert({ where: { name }, create: { name }, update: {} }));
}

/** Megabytes of the process, and of JavaScript's heap in it. */
async function memory() {
  for (let turn = 0; turn < 3; turn += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
  return { rss: megabytes(rss), heap: megabytes(heapUsed), external: megabytes(external) };
}
