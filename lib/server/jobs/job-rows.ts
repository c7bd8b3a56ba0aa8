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
  /** Whether doing the same again may succeed: then what it needs is kept. */
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
 * How far a job is. Of one in parts, several processes write what each is at; how many parts have ended is told by the count that
 * all of them keep, so that it never goes back.
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
 * A rebuild is work of the server and of no project. Who sees all projects is told of it, also while they look at one of them
 * alone.
 */
export const seesServersWork = (kind: string): boolean => kind === "rebuild" && currentCaller().projects === "all";

/** Results quote sessions, so that who only imports is told of imports alone. */
export const isTold = (project: string, kind: string): boolean =>
  mayIn(project, "read") || (kind === "import" && mayIn(project, "import"));

/** Jobs that wait or run, and those of the last days that failed and can be tried again; the newest first. */
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
 * Writes the end of a job that has none yet. With `attempt`, only if that is still its latest one: a process that was
 * taken for dead must not end what another has taken over. False when the database does not answer or is too busy.
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

/** Puts a job that was begun back among those that wait, with what went wrong. */
export async function writeWaiting(id: string, attempt: number, error: Failure | null): Promise<void> {
  const data = { state: "queued", progressJson: null, errorJson: error ? JSON.stringify(error) : null };
  await (await getDb()).job.updateMany({ where: { id, state: "running", attempts: attempt }, data });
  await tell("job", [id]);
}

/** Writes how far a job is, for the other processes. That it fails now and then does not matter. */
export async function writeProgress(id: string, progress: JobProgress, attempt: number | null): Promise<void> {
  const where = { id, state: "running", ...(attempt !== null && { attempts: attempt }) };
  const write = async () => {
    await (await getDb()).job.updateMany({ where, data: { progressJson: JSON.stringify(progress) } });
    await tell("job", [id]);
  };
  try {
    await asServer(write); // a worker thread tells how far it is: its messages come in whichever request began it
  } catch {
    // the next one follows soon
  }
}
