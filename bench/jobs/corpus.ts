// A run over many sessions with 1, 2 and 4 worker processes on one PostgreSQL database:
// node scripts/run-ts.mjs bench/jobs/corpus.ts [sessions] [strategies] [workers,workers,…] [--core-each]
// With --core-each, each worker is bound to one processor (Linux), as if it had a separate machine. Otherwise Node's
// garbage collection threads use the second processor even if only one worker runs.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { DEFAULT_FAMILIES } from "@/lib/advice/families";
import { closeDb, getDb } from "@/lib/server/db/get-db";
import { importFiles } from "@/lib/server/ingest/import-files";
import { enqueueJob } from "@/lib/server/job-queue/enqueue";
import { loadJob } from "@/lib/server/jobs/jobs";
import { stageBlob } from "@/lib/server/objects/blobs";

import { PostgresCluster } from "@/tests/support/postgres-cluster";
import { exampleMorning } from "@/tests/support/transcripts";
import { startWorkerProcess } from "@/tests/support/worker-process";

const coreEach = process.argv.includes("--core-each");
const [sessions = "12", strategies = "4", workers = "1,2,4"] = process.argv
  .slice(2)
  .filter((word) => !word.startsWith("--"));
const cluster = await PostgresCluster.start();
if (!cluster) throw new Error("no PostgreSQL server is installed");
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-bench-"));

async function importSessions(): Promise<void> {
  for (let seed = 1; seed <= Number(sessions); seed += 1) {
    const staged = await stageBlob(Readable.from([Buffer.from(exampleMorning(seed))]));
    await importFiles([{ ...staged, name: `${seed}.jsonl` }]);
  }
}

/** Seconds from the request to the saved run. */
async function runWith(count: number): Promise<number> {
  const running = await Promise.all(
    Array.from({ length: count }, (_, number) =>
      startWorkerProcess({}, coreEach ? number % os.availableParallelism() : null),
    ),
  );
  try {
    const chosen = await (await getDb()).session.findMany({ select: { id: true, title: true } });
    const body = { strategies: DEFAULT_FAMILIES.slice(0, Number(strategies)).map(({ recipe }) => recipe), cuts: 5 };
    const startedAt = performance.now();
    const { id } = await enqueueJob("corpus", { body, sessions: chosen });
    for (;;) {
      const { state, error } = await loadJob(id);
      if (state === "done") return (performance.now() - startedAt) / 1000;
      if (state !== "queued" && state !== "running") throw new Error(error?.message ?? state);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    for (const worker of running) await worker.stop();
  }
}

try {
  process.env.WINNOW_DATA_DIR = directory;
  process.env.DATABASE_URL = await cluster.createDatabase();
  await getDb();
  await importSessions();
  console.log(`${sessions} sessions × ${strategies} strategies, ${os.availableParallelism()} cores`);
  let first: number | null = null;
  for (const count of workers.split(",").map(Number)) {
    const seconds = await runWith(count);
    first ??= seconds;
    console.log(
      `${count} workers: ${seconds.toFixed(1)} s, ${(first / seconds).toFixed(2)} times as fast as the first`,
    );
  }
} finally {
  await closeDb();
  await cluster.remove();
  fs.rmSync(directory, { recursive: true, force: true });
}
process.exit(0);
