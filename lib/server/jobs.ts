import { randomUUID } from "node:crypto";
import { Problem } from "@/lib/api/problem";
import type { Failure } from "@/lib/api/schemas/fields";
import type { Job, JobKind, JobProgress, JobResult, JobState } from "@/lib/api/schemas/job";
import { getDb } from "./db/get-db";
import { log } from "./log";
import { describeFailure, problemOfPlatform } from "./problem";
import { processState } from "./process-state";
import { isStopping } from "./stopping";

export type JobContext = {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Record<string, unknown>) => void;
};

type LiveJob = {
  view: Job;
  /** Its work goes on at the next start when the server stops. */
  readonly resumes: boolean;
  readonly controller: AbortController;
  readonly listeners: Set<(view: Job) => void>;
};

const live = () => processState("jobs", () => new Map<string, LiveJob>());

type JobWork = (context: JobContext) => Promise<Job["result"]>;
export type JobOptions = { readonly id?: string; readonly resumes?: boolean };

export const newJobId = (): string => `job_${randomUUID()}`;
/** The kind of each job that is running. */
export const runningJobs = (): JobKind[] => [...live().values()].map(({ view }) => view.kind);
export const isLive = (id: string): boolean => live().has(id);

/** Starts work that outlives its request. Progress is kept in memory; start and end are written to the database. */
export async function startJob<Kind extends JobKind>(
  kind: Kind,
  run: (context: JobContext) => Promise<JobResult<Kind>>,
  { id = newJobId(), resumes = false }: JobOptions = {},
): Promise<Job> {
  const row = await (await getDb()).job.create({ data: { id, kind, state: "running" } });
  return runLive(id, kind, row.createdAt, resumes, run);
}

/** Goes on with a job that the end of an earlier process interrupted. Null when no row is waiting under this id. */
export async function continueJob(id: string, run: JobWork): Promise<Job | null> {
  const row = await (await getDb()).job.findUnique({ where: { id } });
  if (row?.state !== "running") return null;
  return runLive(id, row.kind as JobKind, row.createdAt, true, run);
}

function runLive(id: string, kind: JobKind, createdAt: Date, resumes: boolean, run: JobWork): Job {
  const view = { id, kind, state: "running", progress: null, result: null, error: null, ended_at: null } as const;
  const job: LiveJob = {
    view: { ...view, created_at: createdAt.toISOString() },
    resumes,
    controller: new AbortController(),
    listeners: new Set(),
  };
  live().set(id, job);
  void runJob(job, run);
  return job.view;
}

async function runJob(job: LiveJob, run: JobWork): Promise<void> {
  const { signal } = job.controller;
  const onProgress = (progress: Record<string, unknown>) => publish(job, { progress: progress as JobProgress });
  try {
    const result = await run({ signal, onProgress });
    await endJob(job, { state: "done", result });
  } catch (error) {
    if (!signal.aborted && !(error instanceof Problem))
      log().error({ job: job.view.id, name: (error as Error)?.name }, "job failed");
    await endJob(job, endOf(job, error));
  }
}

function endOf(job: LiveJob, error: unknown): JobEnd | null {
  if (!job.controller.signal.aborted) return { state: "failed", error: describeFailure(error, job.view.id) };
  if (!isStopping()) return { state: "cancelled" };
  return job.resumes ? null : { state: "failed", error: INTERRUPTED };
}

type JobEnd = { readonly state: JobState; readonly result?: Job["result"]; readonly error?: Failure };

/**
 * How many times, and after how many milliseconds, writing the end of a job is tried again when the database is
 * unavailable.
 */
const END_ATTEMPTS = 60;
const END_PAUSE_MS = 2_000;

/** Without an end, the row stays as it is, and the next start goes on with the job. */
async function endJob(job: LiveJob, end: JobEnd | null): Promise<void> {
  if (end === null) return void live().delete(job.view.id);
  const endedAt = new Date();
  const { id } = job.view;
  let isWritten = await writeEnd(id, end, endedAt);
  publish(job, { ...end, ended_at: endedAt.toISOString() });
  for (let attempt = 1; !isWritten && attempt < END_ATTEMPTS; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, END_PAUSE_MS).unref());
    isWritten = await writeEnd(id, end, endedAt);
  }
  live().delete(id); // not earlier, because until then the row says that the job is running
}

/** False when the database does not answer or is too busy. */
async function writeEnd(id: string, { state, result, error }: JobEnd, endedAt: Date): Promise<boolean> {
  const texts = {
    ...(result !== undefined && { resultJson: JSON.stringify(result) }),
    ...(error && { errorJson: JSON.stringify(error) }),
  };
  try {
    await (await getDb()).job.update({ where: { id }, data: { state, endedAt, ...texts } });
  } catch (failure) {
    if (problemOfPlatform(failure)?.status === 503) return false;
    log().error({ job: id, name: (failure as Error).name }, "the end of a job could not be written");
  }
  return true;
}

function publish(job: LiveJob, change: Partial<Job>): void {
  job.view = { ...job.view, ...change };
  for (const listener of job.listeners) listener(job.view);
}

export async function loadJob(id: string): Promise<Job> {
  const running = live().get(id);
  if (running) return running.view;
  const row = await (await getDb()).job.findUnique({ where: { id } });
  if (!row) throw noSuchJob();
  return {
    id,
    kind: row.kind as JobKind,
    state: row.state as JobState,
    progress: null,
    result: row.resultJson === null ? null : JSON.parse(row.resultJson),
    error: row.errorJson === null ? null : (JSON.parse(row.errorJson) as Failure),
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

export const noSuchJob = () => new Problem(404, "no-such-job", "there is no job with that id");
export const isEnded = (view: Job): boolean => view.state !== "running" && view.state !== "queued";

/** Asks the job to stop; it ends as `cancelled` within a second. A job that has ended is unchanged. */
export async function cancelJob(id: string): Promise<Job> {
  live().get(id)?.controller.abort();
  return loadJob(id);
}

/** Resolves when no job is running. */
export async function jobsEnded(): Promise<void> {
  while (live().size > 0) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Stops the work of every job. */
export function abortJobs(): void {
  for (const job of live().values()) job.controller.abort();
}

/** Calls the listener at every change. Returns a function that removes it, or null when the job is no longer running. */
export function watchJob(id: string, listener: (view: Job) => void): (() => void) | null {
  const job = live().get(id);
  if (!job) return null;
  job.listeners.add(listener);
  return () => job.listeners.delete(listener);
}

const INTERRUPTED: Failure = {
  code: "interrupted",
  message: "the server stopped while this was running; start it again. Files imported before that are kept",
};

/** At start-up, marks jobs that an earlier process left running as failed, except those that will go on. */
export async function failInterruptedJobs(except: readonly string[] = []): Promise<void> {
  const db = await getDb();
  await db.job.updateMany({
    where: { state: { in: ["running", "queued"] }, id: { notIn: [...except, ...live().keys()] } },
    data: { state: "failed", errorJson: JSON.stringify(INTERRUPTED), endedAt: new Date() },
  });
}
