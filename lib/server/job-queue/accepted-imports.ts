import type { Job } from "../../api/schemas/job";
import { getDb } from "../db/get-db";
import { acceptedJobs, dropFiles, dropKept, importKept, keepFiles, whyNotResumed } from "../ingest/accepted-files";
import { LIVE_STATES } from "../jobs/job-rows";
import { continueJob, failInterruptedJobs, isLive, newJobId } from "../jobs/jobs";
import { sharedBucket } from "../objects/shared-files";
import type { StagedFile } from "../store/import-types";
import { refreshMissing } from "../store/missing-imports";
import { quarantine } from "../store/quarantine";
import { enqueueJob, retryJob } from "./enqueue";

/** Keeps the received files and starts the job that imports them. */
export async function acceptImport(files: readonly StagedFile[]): Promise<Job> {
  const id = newJobId();
  try {
    await keepFiles(id, files);
    return await enqueueJob("import", {}, id);
  } catch (error) {
    await dropFiles(id, files);
    throw error;
  }
}

/**
 * Resumes imports interrupted by the end of an earlier process. Called at the start, after the leftovers were swept.
 * Returns how many resume. The files of an import that repeatedly crashed the process are quarantined.
 */
export async function resumeImports(): Promise<number> {
  let resumed = 0;
  for (const id of await acceptedJobs()) {
    if (isLive(id) || (await canBeRetried(id))) continue;
    const reason = await resume(id);
    if (reason === null) resumed += 1;
    else quarantine(`accepted/${id}`, reason);
  }
  await failInterruptedJobs(); // jobs that cannot continue
  return resumed;
}

async function canBeRetried(id: string): Promise<boolean> {
  const where = { id, state: "failed", paramsJson: { not: null } };
  return (await (await getDb()).job.count({ where })) > 0;
}

/** Null if the import resumes; otherwise the reason why not. */
async function resume(id: string): Promise<string | null> {
  const reason = whyNotResumed(id);
  if (reason !== null) return reason;
  const job = await continueJob(id, (context) => importKept(context).finally(refreshMissing));
  return job ? null : "the database has no such job";
}

/**
 * On a shared database with a queue: hands over imports of a version without a queue, and quarantines files that no job
 * will import.
 */
export async function reconcileImports(): Promise<void> {
  const db = await getDb();
  for (const id of await acceptedJobs()) {
    const where = { id, state: "running", paramsJson: null };
    const { count } = await db.job.updateMany({ where, data: { state: "failed", paramsJson: "{}" } });
    if (count > 0) await retryJob(id);
  }
  const known = { OR: [{ state: { in: [...LIVE_STATES] } }, { paramsJson: { not: null } }] };
  for (const id of await acceptedJobs()) {
    if ((await db.job.count({ where: { id, ...known } })) > 0) continue;
    // In a bucket, a folder without a job is an upload without an answer: the server ended before it created the job.
    if (sharedBucket()) await dropKept(id);
    else quarantine(`accepted/${id}`, "the database has no such job");
  }
}
