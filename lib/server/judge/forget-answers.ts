import { getDb } from "../db/get-db";
import { log } from "../process/log";

/** Minutes for which a finished evaluation can be fetched from its job. */
const KEPT_MINUTES = 10;

/**
 * Removes results of evaluation jobs, because they quote the transcript and must not outlive a deleted session. This is
 * done some minutes after each job, and at the next job for those left when the server stopped.
 */
export async function forgetAnswers(endedBefore = new Date(Date.now() - KEPT_MINUTES * 60_000)): Promise<void> {
  const where = { kind: "evaluate", endedAt: { lt: endedBefore }, resultJson: { not: null } };
  await (await getDb()).job.updateMany({ where, data: { resultJson: null } });
}

export function forgetLater(): void {
  const forget = () =>
    void forgetAnswers().catch((error: Error) => log().warn({ name: error.name }, "old answers could not be removed"));
  forget();
  setTimeout(forget, (KEPT_MINUTES + 1) * 60_000).unref();
}
