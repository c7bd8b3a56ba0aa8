import { getDb } from "../db/get-db";
import { log } from "../process/log";

/** Minutes for which a finished evaluation stays available from its job. */
const KEPT_MINUTES = 10;

/**
 * Removes results of evaluation jobs, because they quote the transcript and must not outlive a deleted session. Runs
 * some minutes after each job; results left over when the server stopped go with the next job.
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
