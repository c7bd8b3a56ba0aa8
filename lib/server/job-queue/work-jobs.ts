import type { PgBoss } from "pg-boss";
import type { Failure } from "@/lib/api/schemas/fields";
import { getDb } from "../db/get-db";
import { describeFailure } from "../http/problem";
import { findJob, type JobRow, LIVE_STATES, writeEnd, writeWaiting } from "../jobs/job-rows";
import { abortJob, attemptJob, type JobWork, runPart } from "../jobs/jobs";
import { asServer } from "../process/caller-context";
import { processState } from "../process/process-state";
import { isStopping, stoppingSignal } from "../process/stopping";
import { DEAD, FETCH_SECONDS, getBoss, type Piece, sendGather } from "./boss";
import { beginPart, endPart, forgetParts, outcomesOf } from "./parts";
import { isSplit, LANES, type SplitWork } from "./work";
import { isQueuedKind, workOf } from "./works";

/**
 * Takes one piece per lane at a time until the process stops. Each worker process calls it once, after `heedOthers`,
 * which reports cancellations.
 */
export async function workJobs(): Promise<void> {
  const boss = await getBoss();
  for (const lane of LANES) await takePieces(boss, lane, doPiece);
  await takePieces(boss, DEAD, giveUp);
  const rest = () => {
    for (const queue of [...LANES, DEAD]) void boss.offWork(queue, { wait: false });
  };
  stoppingSignal().addEventListener("abort", rest, { once: true });
}

/** Takes pieces from a queue one after another. */
export async function takePieces(boss: PgBoss, queue: string, work: (piece: Piece) => Promise<void>): Promise<void> {
  const options = { pollingIntervalSeconds: FETCH_SECONDS, notifyPollingIntervalSeconds: FETCH_SECONDS };
  const id = await boss.work<Piece>(queue, options, async ([piece]) => {
    try {
      if (piece) await asServer(() => work(piece.data));
    } finally {
      boss.notifyWorker(id); // the next one is fetched immediately, not at the end of the interval
    }
  });
}

/** Runs a piece. A piece that throws is retried later; a piece of a job that has ended does nothing. */
const doPiece = ({ job, step }: Piece): Promise<void> => (typeof step === "number" ? doPart(job, step) : doWhole(job));

async function doWhole(id: string): Promise<void> {
  const row = await beginAttempt(id);
  if (row === null || !isQueuedKind(row.kind)) return;
  const work = workOf(row.kind);
  const params: unknown = JSON.parse(row.paramsJson ?? "null");
  if (!isSplit(work)) return attempt(row, (context) => work.run(params, context));
  const outcomes = await outcomesOf(id);
  await attempt(row, (context) => work.gather(params, outcomes, context));
  await forgetParts(id);
}

/** The row of an unfinished job, marked as running. Null if the job has ended. */
async function beginAttempt(id: string): Promise<JobRow | null> {
  const db = await getDb();
  const where = { id, state: { in: [...LIVE_STATES] } };
  await db.job.updateMany({ where, data: { state: "running", attempts: { increment: 1 } } });
  const row = await db.job.findUnique({ where: { id } });
  return row?.state === "running" ? row : null;
}

/** Throws what kept the job from ending, after setting its row back to waiting. */
async function attempt(row: JobRow, run: JobWork): Promise<void> {
  const { id, attempts } = row;
  const failure = await attemptJob(row, async (context) => {
    if (row.cancelAskedAt !== null) abortJob(id);
    return run(context);
  });
  if (failure === null) return;
  await writeWaiting(id, attempts, isStopping() ? null : describeFailure(failure, id));
  throw failure;
}

type Split = {
  readonly row: JobRow;
  readonly work: SplitWork;
  readonly params: unknown;
  readonly parts: readonly unknown[];
};

/** The unfinished job whose parts this process measures. The job does not change meanwhile. Null if there is none. */
async function splitJob(id: string): Promise<Split | null> {
  const held = processState("split-job", () => ({ job: null as Split | null }));
  if (held.job?.row.id === id) return held.job;
  const row = await (await getDb()).job.findUnique({ where: { id } });
  const work = row && isQueuedKind(row.kind) ? workOf(row.kind) : null;
  if (row === null || work === null || !isSplit(work)) return null;
  const params: unknown = JSON.parse(row.paramsJson ?? "null");
  held.job = { row, work, params, parts: work.parts(params) };
  return held.job;
}

/** Measures one part. A stopping process leaves it to another; a cancelled job keeps finished parts. */
async function doPart(id: string, position: number): Promise<void> {
  const begun = await beginPart(id, position);
  if (begun === null) return;
  if (begun.isCancelled) return endPart(id, position, undefined);
  if (!begun.isTaken) return begun.left === 0 ? sendGather(id) : undefined;
  const job = await splitJob(id);
  if (job === null) return;
  const { row, work, params, parts } = job;
  const place = { done: parts.length - begun.left, of: parts.length };
  const { outcome, error, isAborted } = await runPart(row, (context) =>
    work.measure(params, parts[position], place, context),
  );
  const isCancelled = isAborted && (await findJob(id)).cancelAskedAt !== null;
  if (isAborted && !isCancelled) throw new Error("the process stops");
  if (error !== undefined && !isCancelled) throw error;
  await endPart(id, position, outcome);
}

const GAVE_UP: Failure = {
  code: "gave-up",
  message: "the process crashed each time before it finished; see its log",
};

/** Gives up a piece that failed every attempt. Its job fails; a job with parts only lacks this part. */
async function giveUp({ job, step }: Piece): Promise<void> {
  const row = await (await getDb()).job.findUnique({ where: { id: job } });
  if (row === null || !isQueuedKind(row.kind)) return;
  const work = workOf(row.kind);
  if (isSplit(work) && typeof step === "number") {
    const part = work.parts(JSON.parse(row.paramsJson ?? "null"))[step];
    return endPart(job, step, work.lost(part));
  }
  const error = row.errorJson === null ? GAVE_UP : (JSON.parse(row.errorJson) as Failure);
  await writeEnd(job, { state: "failed", error, canRetry: true }, new Date(), null);
}
