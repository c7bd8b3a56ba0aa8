import { Problem } from "@/lib/api/problem";
import type { Failure } from "@/lib/api/schemas/fields";
import type { Job, JobKind, JobProgress, JobState } from "@/lib/api/schemas/job";
import { type Db, getDb } from "../db/get-db";
import { problemOfPlatform } from "../http/problem";
import { asServer, currentCaller, mayIn, visibleProjects } from "../process/caller-context";
import { log } from "../process/log";
import { tell } from "../replicas/channel";

export type JobRow = NonNullable<Awaited<ReturnType<Db["job"]["findUnique"]>>>;

/** How a job ended. */
export type JobEnd = {
  readonly state: JobState;
  readonly result?: Job["result"];
  readonly error?: Failure;
  /** True if a retry may succeed; the job's input is then kept. */
  readonly canRetry?: boolean;
};

export const INTERRUPTED: Failure = {
  code: "interrupted",
  message: "the server stopped while this was running; start it again. Files imported before that are kept",
};

export const LIVE_STATES = ["queued", "running"] as const;
const noSuchJob = () => new Problem(404, "no-such-job", "there is no job with that id");
export const isEnded = (view: Job): boolean => view.state !== "running" && view.state !== "queued";

/** The row as the API answers it. */
export function viewOf(row: JobRow): Job {
  return {
    id: row.id,
    kind: row.kind as JobKind,
    state: row.state as JobState,
    progress: progressOf(row),
    result: row.resultJson === null ? null : JSON.parse(row.resultJson),
    error: row.errorJson === null ? null : (JSON.parse(row.errorJson) as Failure),
    attempts: row.attempts,
    can_retry: row.state === "failed" && row.paramsJson !== null,
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

/**
 * The progress of a job. If it has parts, several processes write their own progress; the number of finished parts
 * comes from a shared counter, so it never decreases.
 */
function progressOf({ progressJson, partsLeft }: JobRow): JobProgress | null {
  if (progressJson === null) return null;
  const progress = JSON.parse(progressJson) as JobProgress;
  const { sessions } = progress;
  return partsLeft > 0 && sessions !== undefined ? { ...progress, done: sessions - partsLeft } : progress;
}

export async function findJob(id: string): Promise<JobRow> {
  const row = await readRow(id);
  if (!row || !isTold(row.projectId, row.kind)) throw noSuchJob();
  return row;
}

async function readRow(id: string): Promise<JobRow | null> {
  const read = async () => await (await getDb()).job.findUnique({ where: { id } });
  const own = await read();
  if (own || visibleProjects() === "all" || !seesServersWork("rebuild")) return own;
  const row = await asServer(read);
  return row?.kind === "rebuild" ? row : null;
}

/**
 * A rebuild is work of the server and of no project. Callers who see all projects see it, even while they view only
 * one.
 */
export const seesServersWork = (kind: string): boolean => kind === "rebuild" && currentCaller().projects === "all";

/** Results quote sessions, so callers who may only import see only import jobs. */
export const isTold = (project: string, kind: string): boolean =>
  mayIn(project, "read") || (kind === "import" && mayIn(project, "import"));

/** Waiting and running jobs, and recent failed jobs that can be retried; newest first. */
export async function listJobRows(limit: number): Promise<JobRow[]> {
  const where = { OR: [{ state: { in: [...LIVE_STATES] } }, { state: "failed", paramsJson: { not: null } }] };
  const own = await readNewest(where, limit);
  if (visibleProjects() === "all" || !seesServersWork("rebuild")) return own;
  const ofServer = await asServer(() => readNewest({ ...where, kind: "rebuild" }, limit));
  const all = [...own, ...ofServer].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  return all.slice(0, limit);
}

const readNewest = async (where: object, limit: number): Promise<JobRow[]> =>
  await (await getDb()).job.findMany({ where, orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: limit });

/**
 * Writes the end of an unfinished job. With `attempt`, only if that is still the latest, because a process assumed to
 * be dead must not end a job that another has taken over. False if the database does not respond or is too busy.
 */
export async function writeEnd(id: string, end: JobEnd, endedAt: Date, attempt: number | null): Promise<boolean> {
  const { state, result, error, canRetry = false } = end;
  const data = {
    state,
    endedAt,
    progressJson: null,
    errorJson: error ? JSON.stringify(error) : null,
    ...(result !== undefined && { resultJson: JSON.stringify(result) }),
    ...(!canRetry && { paramsJson: null }),
  };
  const where = { id, state: { in: [...LIVE_STATES] }, ...(attempt !== null && { attempts: attempt }) };
  try {
    await (await getDb()).job.updateMany({ where, data });
    await tell("job", [id]);
  } catch (failure) {
    if (problemOfPlatform(failure)?.status === 503) return false;
    log().error({ job: id, name: (failure as Error).name }, "the end of a job could not be written");
  }
  return true;
}

/** Returns a started job to the waiting ones, with the error. */
export async function writeWaiting(id: string, attempt: number, error: Failure | null): Promise<void> {
  const data = { state: "queued", progressJson: null, errorJson: error ? JSON.stringify(error) : null };
  await (await getDb()).job.updateMany({ where: { id, state: "running", attempts: attempt }, data });
  await tell("job", [id]);
}

/** Writes a job's progress for the other processes. Occasional failures do not matter. */
export async function writeProgress(id: string, progress: JobProgress, attempt: number | null): Promise<void> {
  const where = { id, state: "running", ...(attempt !== null && { attempts: attempt }) };
  const write = async () => {
    await (await getDb()).job.updateMany({ where, data: { progressJson: JSON.stringify(progress) } });
    await tell("job", [id]);
  };
  try {
    await asServer(write); // a worker thread reports progress: its messages arrive during any request
  } catch {
    // the next one follows soon
  }
}
