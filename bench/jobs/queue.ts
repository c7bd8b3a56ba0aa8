// Measures the queue's own cost per piece of work: node scripts/run-ts.mjs bench/jobs/queue.ts [pieces]
// Queues a job with this many parts; one process takes, begins and ends each part without doing any work.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { closeDb, getDb } from "@/lib/server/db/get-db";
import { getBoss, sendPieces } from "@/lib/server/job-queue/boss";
import { beginPart, endPart } from "@/lib/server/job-queue/parts";
import { takePieces } from "@/lib/server/job-queue/work-jobs";
import { PostgresCluster } from "@/tests/support/postgres-cluster";

const pieces = Number(process.argv[2] ?? 1_000);
const cluster = await PostgresCluster.start();
if (!cluster) throw new Error("no PostgreSQL server is installed");
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-bench-"));
try {
  process.env.WINNOW_DATA_DIR = directory;
  process.env.DATABASE_URL = await cluster.createDatabase();
  const db = await getDb();
  const boss = await getBoss();
  const job = "job_bench";
  const positions = Array.from({ length: pieces }, (_, position) => position);

  const sentAt = performance.now();
  await db.$transaction(async (transaction) => {
    await transaction.job.create({
      data: { id: job, kind: "corpus", state: "queued", paramsJson: "{}", partsLeft: pieces },
    });
    await transaction.jobPart.createMany({ data: positions.map((position) => ({ jobId: job, position })) });
    await sendPieces(
      transaction,
      "bulk",
      positions.map((step) => ({ job, step })),
    );
  });
  const takenAt = performance.now();
  const before = process.cpuUsage();
  let done = 0;
  await new Promise<void>((resolve) => {
    void takePieces(boss, "bulk", async ({ step }) => {
      if (typeof step !== "number" || !(await beginPart(job, step))?.isTaken) throw new Error("not a part that waits");
      await endPart(job, step, { ok: true });
      done += 1;
      if (done === pieces) resolve();
    });
  });
  const ms = (from: number, to: number) => `${((to - from) / pieces).toFixed(2)} ms`;
  console.log(`${pieces} pieces, one process`);
  console.log(`handed out:          ${ms(sentAt, takenAt)} per piece`);
  console.log(`taken, begun, ended: ${ms(takenAt, performance.now())} per piece`);
  const { user, system } = process.cpuUsage(before);
  console.log(`of that in this process, whatever else the machine does: ${ms(0, (user + system) / 1000)} of processor`);
} finally {
  await closeDb();
  await cluster.remove();
  fs.rmSync(directory, { recursive: true, force: true });
}
process.exit(0);
