// How many small sessions per second are imported into one PostgreSQL database, by one process and by two:
//   node scripts/run-ts.mjs bench/scale/imports.ts [sessions each] [at a time] [processes,processes,…]
// Each process reads and saves, as servers do with uploads; only one process saves at a time.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { closeDb, getDb } from "@/lib/server/db/get-db";
import { importFiles } from "@/lib/server/ingest/import-files";
import { stageBlob } from "@/lib/server/objects/blobs";
import { PostgresCluster } from "@/tests/support/postgres-cluster";
import { makeSession } from "@/tests/support/transcripts";

const [first = "200", second = "4", third = "1,2,4"] = process.argv.slice(2);

/** The text of a unique session. */
const sessionText = (number: number): string =>
  makeSession({ id: `${number.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`, turns: 3 });

async function importOne(number: number): Promise<void> {
  const staged = await stageBlob(Readable.from([Buffer.from(sessionText(number))]));
  const [report] = await importFiles([{ ...staged, name: `${number}.jsonl` }]);
  if (report?.error || report?.duplicate)
    throw new Error(`session ${number}: ${report.error?.message ?? "a duplicate"}`);
}

/** Runs in a separate process: on a signal, imports this many sessions starting at this number, several at a time. */
async function importMany(from: number, count: number, atOnce: number): Promise<void> {
  await getDb();
  await importOne(from); // starts the reading threads
  console.log("ready");
  await once(process.stdin, "data");
  let next = from + 1;
  const work = async () => {
    while (next <= from + count) {
      next += 1;
      await importOne(next - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  console.log("done");
  process.exit(0);
}

type Importer = { readonly child: ChildProcess; readonly line: () => Promise<string> };

function startImporter(from: number): Importer {
  const script = ["scripts/run-ts.mjs", "bench/scale/imports.ts", "child", `${from}`, `${first},${second}`];
  const child = spawn(process.execPath, script, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  return { child, line: async () => (await lines.next()).value as string };
}

async function measure(processes: number, from: number): Promise<void> {
  const all = Array.from({ length: processes }, (_, index) => startImporter(from + index * 100_000));
  for (const { line } of all) if ((await line()) !== "ready") throw new Error("a process did not start");
  const startedAt = performance.now();
  for (const { child } of all) child.stdin?.write("go\n");
  for (const { line } of all) if ((await line()) !== "done") throw new Error("a process did not end its work");
  const seconds = (performance.now() - startedAt) / 1_000;
  const rate = (processes * Number(first)) / seconds;
  console.log(`${processes} processes: ${rate.toFixed(1)} imports a second; load ${os.loadavg()[0]?.toFixed(1)}`);
}

async function compare(): Promise<void> {
  const cluster = await PostgresCluster.start();
  if (!cluster) throw new Error("no PostgreSQL server is installed");
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-bench-"));
  try {
    process.env.WINNOW_DATA_DIR = directory;
    process.env.DATABASE_URL = await cluster.createDatabase();
    await getDb();
    console.log(`${first} sessions for each process, ${second} at a time, ${os.availableParallelism()} cores`);
    for (const [index, processes] of third.split(",").entries()) await measure(Number(processes), index * 1_000_000);
  } finally {
    await closeDb();
    await cluster.remove();
    fs.rmSync(directory, { recursive: true, force: true });
  }
}

if (first === "child") {
  const [count = "1", atOnce = "1"] = third.split(",");
  await importMany(Number(second), Number(count), Number(atOnce));
} else await compare();
process.exit(0);
