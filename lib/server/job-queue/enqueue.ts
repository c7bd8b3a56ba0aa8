import { Problem } from "@/lib/api/problem";
import type { Job } from "@/lib/api/schemas/job";
import { findJob, listJobRows } from "../jobs/job-rows";
import { currentView, newJobId } from "../jobs/jobs";
import { assertMayIn, inProject } from "../process/caller-context";
import { isShared } from "../replicas/channel";
import { embeddedQueue } from "./embedded-queue";
import type { JobQueue } from "./job-queue";
import { isQueuedKind, type QueuedKind } from "./works";

/** Loads pg-boss only for PostgreSQL. */
const queue = async (): Promise<JobQueue> => (isShared() ? (await import("./boss-queue")).bossQueue : embeddedQueue);

/** Queues work. Its row exists when this resolves. */
export const enqueueJob = async (kind: QueuedKind, params: object, id = newJobId()): Promise<Job> =>
  (await queue()).enqueue(kind, params, id);

/**
 * Asks the job to stop; 404 if it does not exist for the caller, because an id alone stops work. Read-only callers
 * cannot stop imports. A job that has ended is unchanged.
 */
export async function cancelJob(id: string): Promise<Job> {
  const { projectId, kind } = await findJob(id);
  if (kind === "import") assertMayIn(projectId, "import");
  if (kind === "rebuild") assertMayIn(projectId, "admin");
  return inProject(projectId, async () => (await queue()).cancel(id));
}

/** Retries a job that failed for a temporary reason. */
export async function retryJob(id: string): Promise<Job> {
  const row = await findJob(id);
  if (row.state !== "failed" || row.paramsJson === null || !isQueuedKind(row.kind))
    throw new Problem(409, "cannot-retry", "only jobs that failed for a temporary reason can be tried again");
  return (await queue()).retry(id, row.kind, JSON.parse(row.paramsJson));
}

const LISTED = 100;

export const listJobs = async (): Promise<Job[]> => (await listJobRows(LISTED)).map(currentView);
