import { getDb } from "../db/get-db";
import { LIMITS } from "../process/limits";

/**
 * Deletes rows of jobs that ended long ago; a job's saved result stays as a run. A job that can be retried stays,
 * because it may have files. Returns how many.
 */
export async function dropOldJobs(now: Date): Promise<number> {
  const before = new Date(now.getTime() - LIMITS.endedJobDays * 86_400_000);
  const where = { createdAt: { lt: before }, endedAt: { lt: before }, paramsJson: null };
  return (await (await getDb()).job.deleteMany({ where })).count;
}
