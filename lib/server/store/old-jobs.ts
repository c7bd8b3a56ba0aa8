import { getDb } from "../db/get-db";
import { LIMITS } from "../process/limits";

/**
 * Deletes the rows of jobs that ended long ago, so that they do not grow for ever; what a job saved stays as a run. One that can
 * be tried again stays, because files may be kept for it. Returns how many.
 */
export async function dropOldJobs(now: Date): Promise<number> {
  const before = new Date(now.getTime() - LIMITS.endedJobDays * 86_400_000);
  const where = { createdAt: { lt: before }, endedAt: { lt: before }, paramsJson: null };
  return (await (await getDb()).job.deleteMany({ where })).count;
}
