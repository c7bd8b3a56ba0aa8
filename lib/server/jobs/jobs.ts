import { randomUUID } from "node:crypto";
import { Problem } from "@/lib/api/problem";
import type { Job, JobKind, JobProgress, JobResult } from "@/lib/api/schemas/job";
import { getDb } from "../db/get-db";
import { describeFailure, mayPass } from "../http/problem";
import { asServer, inProject, isVisible } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { isStopping } from "../process/stopping";
import { isShared, processId, whenTold } from "../replicas/channel";
import {
  findJob,
  INTERRUPTED,
  isEnded,
  isTold,
  type JobEnd,
  type JobRow,
  LIVE_STATES,
  seesServersWork,
  viewOf,
  writeEnd,
  writeProgress,
} from "./job-rows";

export type JobContext = {
  /** The job's id, under which restarted work finds its earlier results. */
  readonly id: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Record<string, unknown>) => void;
};

type LiveJob = {
  view: Job;
  /** The work sees only this project, regardless of who started it. */
  readonly project: string;
  /** If this process stops, the work resumes at the next start or in another process. */
  readonly resumes: boolean;
  /** Number of the attempt of a queued job; null for work that only this process does. */
  readonly attempt: number | null;
  /** True if the row contains everything needed for a retry. */
  readonly isRepeatable: boolean;
  readonly controller: AbortController;
  readonly listeners: Set<(view: Job) => void>;
  writing: NodeJS.Timeout | null;
};

const live = () => processState("jobs", () => new Map<string, LiveJob>());

export type JobWork = (context: JobContext) => Promise<Job["result"]>;
export type JobOptions = {
  readonly id?: string;
  readonly resumes?: boolean;
  /** The input for a retry, if one is possible. */
  readonly params?: object;
};

export const newJobId = (): string => `job_${randomUUID()}`;
/** The kinds of the jobs running in this process. */
export const runningJobs = (): JobKind[] => [...live().values()].map(({ view }) => view.kind);
export const isLive = (id: string): boolean => live().has(id);

/** Starts work that outlives its request, in this process. */
export const startJob = <Kind extends JobKind>(
  kind: Kind,
  run: (context: JobContext) => Promise<JobResult<Kind>>,
  options: JobOptions = {},
): Promise<Job> => startWork(kind, run, options);

/** Like `startJob`, for work whose result was already checked. */
export async function startWork(kind: JobKind, run: JobWork, options: JobOptions): Promise<Job> {
  const { id = newJobId(), resumes = false, params } = options;
  const paramsJson = params === undefined ? null : JSON.stringify(params);
  const runner = isShared() ? processId() : null;
  const data = { id, kind, state: "running", paramsJson, runner, attempts: 1 };
  const row = await (await getDb()).job.create({ data });
  return beginJob(liveJob(row, resumes, null), run).view;
}

/** Resumes a job interrupted by the end of an earlier process. Null if no row is waiting under this id. */
export async function continueJob(id: string, run: JobWork): Promise<Job | null> {
  const row = await (await getDb()).job.findUnique({ where: { id } });
  if (row?.state !== "running") return null;
  return beginJob(liveJob(row, true, null), run).view;
}

/**
 * One attempt of a queued job in this process. Resolves with null if the job has ended; otherwise with the error, after
 * which the job must be retried.
 */
export function attemptJob(row: JobRow, run: JobWork): Promise<unknown> {
  return beginJob(liveJob(row, true, row.attempts), run).ended;
}

type PartRun<T> = { readonly outcome?: T; readonly error?: unknown; readonly isAborted: boolean };

/** Runs one part of a job's work in this process. It stops with the job, but does not end it. */
export async function runPart<T>(row: JobRow, run: (context: JobContext) => Promise<T>): Promise<PartRun<T>> {
  const job = liveJob(row, true, null);
  const { signal } = job.controller;
  const { id } = row;
  live().set(id, job);
  if (wasAskedToStop(id)) job.controller.abort();
  try {
    const onProgress = (progress: Record<string, unknown>) => publish(job, { progress: progress as JobProgress });
    const outcome = await inProject(job.project, () => run({ id, signal, onProgress }));
    return { outcome, isAborted: signal.aborted };
  } catch (error) {
    return { error, isAborted: signal.aborted };
  } finally {
    if (job.writing) clearTimeout(job.writing);
    live().delete(id);
  }
}

function liveJob(row: JobRow, resumes: boolean, attempt: number | null): LiveJob {
  return {
    view: { ...viewOf(row), state: "running", error: null },
    project: row.projectId,
    resumes,
    attempt,
    isRepeatable: row.paramsJson !== null,
    controller: new AbortController(),
    listeners: new Set(),
    writing: null,
  };
}

function beginJob(job: LiveJob, run: JobWork): { view: Job; ended: Promise<unknown> } {
  const { view } = job;
  live().set(view.id, job);
  if (wasAskedToStop(view.id)) job.controller.abort();
  return { view, ended: asServer(() => runJob(job, run)) };
}

async function runJob(job: LiveJob, run: JobWork): Promise<unknown> {
  const { signal } = job.controller;
  const { id } = job.view;
  const onProgress = (progress: Record<string, unknown>) => publish(job, { progress: progress as JobProgress });
  try {
    const result = await inProject(job.project, () => run({ id, signal, onProgress }));
    await endJob(job, { state: "done", result });
  } catch (error) {
    if (!signal.aborted && !(error instanceof Problem))
      log().error({ job: id, name: (error as Error)?.name }, "job failed");
    const end = endOf(job, error);
    await endJob(job, end);
    if (end === null) return error;
  }
  return null;
}

/** Null if the job has not ended: it resumes later, or is retried. */
function endOf(job: LiveJob, error: unknown): JobEnd | null {
  const isQueued = job.attempt !== null;
  if (!job.controller.signal.aborted) {
    const canRetry = mayPass(error);
    if (canRetry && isQueued) return null;
    return { state: "failed", error: describeFailure(error, job.view.id), canRetry };
  }
  if (!isStopping()) return { state: "cancelled" };
  return job.resumes ? null : { state: "failed", error: INTERRUPTED, canRetry: true };
}

/** How often, and after how many milliseconds, to retry writing the end of a job while the database is unavailable. */
const END_ATTEMPTS = 60;
const END_PAUSE_MS = 2_000;

/** Without an end, the row stays unchanged, and the next start resumes the job. */
async function endJob(job: LiveJob, end: JobEnd | null): Promise<void> {
  if (job.writing) clearTimeout(job.writing);
  if (end === null) return void live().delete(job.view.id);
  const endedAt = new Date();
  const { id } = job.view;
  let isWritten = await writeEnd(id, end, endedAt, job.attempt);
  const { canRetry: _, ...shown } = end;
  publish(job, { ...shown, can_retry: (end.canRetry ?? false) && job.isRepeatable, ended_at: endedAt.toISOString() });
  for (let attempt = 1; !isWritten && attempt < END_ATTEMPTS; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, END_PAUSE_MS).unref());
    isWritten = await writeEnd(id, end, endedAt, job.attempt);
  }
  live().delete(id); // not earlier, because until then the row says that the job is running
}

/** Minimum milliseconds between two progress writes, because each one wakes all processes. */
const PROGRESS_MS = 250;

function publish(job: LiveJob, change: Partial<Job>): void {
  job.view = { ...job.view, ...change };
  for (const listener of job.listeners) listener(job.view);
  if (isShared() && !isEnded(job.view)) job.writing ??= setTimeout(() => shareProgress(job), PROGRESS_MS).unref();
}

function shareProgress(job: LiveJob): void {
  job.writing = null;
  const { id, progress } = job.view;
  if (progress && !isEnded(job.view)) void writeProgress(id, progress, job.attempt);
}

export async function loadJob(id: string): Promise<Job> {
  const own = ownJob(id);
  if (!isShared()) return own?.view ?? viewOf(await findJob(id));
  const row = await findJob(id).catch((error) => {
    if (own) return null; // the end of a job is known here before the database responds again
    throw error;
  });
  return row && isEnded(viewOf(row)) ? viewOf(row) : (ownJob(id)?.view ?? own?.view ?? viewOf(row as JobRow));
}

/** A job of this process, if it exists for the caller. */
function ownJob(id: string): LiveJob | null {
  const job = live().get(id);
  if (!job || !isTold(job.project, job.view.kind)) return null;
  return isVisible(job.project) || seesServersWork(job.view.kind) ? job : null;
}

/** The row's current state, if the work is in this process. */
export const currentView = (row: JobRow): Job => live().get(row.id)?.view ?? viewOf(row);

/** Milliseconds to remember stop requests, because the work may start here a moment later. */
const REMEMBERED_MS = 10_000;
const askedToStop = () => processState("asked-to-stop", () => new Map<string, number>());

/** Stops the work in this process. */
export function abortJob(id: string): void {
  live().get(id)?.controller.abort();
  const asked = askedToStop();
  for (const [old, at] of asked) if (Date.now() - at > REMEMBERED_MS) asked.delete(old);
  asked.set(id, Date.now());
}

const wasAskedToStop = (id: string): boolean => Date.now() - (askedToStop().get(id) ?? 0) < REMEMBERED_MS;

/** Resolves when this process has no running job. */
export async function jobsEnded(): Promise<void> {
  while (live().size > 0) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Stops all jobs. */
export function abortJobs(): void {
  for (const job of live().values()) job.controller.abort();
}

/** While watching a job of another process, also re-read its row at this interval, in case a message is lost. */
const REREAD_MS = 5_000;

/** Calls the listener at every change. Returns a function that removes it; null if the job is not running. */
export function watchJob(seen: Job, listener: (view: Job) => void): (() => void) | null {
  if (isShared()) return watchRow(seen, listener);
  const job = live().get(seen.id);
  if (!job) return null;
  job.listeners.add(listener);
  return () => job.listeners.delete(listener);
}

/** Re-reads the row whenever a process announces a change, because another one may take over the work. */
function watchRow(seen: Job, listener: (view: Job) => void): () => void {
  const { id } = seen;
  let last = JSON.stringify(seen);
  const read = async () => {
    const view = await loadJob(id).catch(() => null); // the database is queried again soon
    const text = JSON.stringify(view);
    if (view === null || text === last) return;
    last = text;
    listener(view);
  };
  let reading = Promise.resolve(); // reads run one after the other, so that no older state follows a newer one
  const readNext = () => {
    reading = reading.then(read);
  };
  const forget = whenTold(({ topic, ids }) => {
    if (topic === "job" && ids.includes(id)) readNext();
  });
  const timer = setInterval(readNext, REREAD_MS).unref();
  readNext();
  return () => {
    forget();
    clearInterval(timer);
  };
}

/**
 * At the start: marks jobs that an earlier process left running as failed, except those that will resume. On
 * a shared database, all jobs in its queue resume.
 */
export async function failInterruptedJobs(except: readonly string[] = []): Promise<void> {
  const db = await getDb();
  await db.job.updateMany({
    where: {
      state: { in: [...LIVE_STATES] },
      id: { notIn: [...except, ...live().keys()] },
      ...(isShared() && { paramsJson: null }),
    },
    data: { state: "failed", errorJson: JSON.stringify(INTERRUPTED), endedAt: new Date() },
  });
}
