import { getDb } from "../db/get-db";
import { log } from "../log";

/** Minutes that a finished evaluation can be fetched from its job. */
const KEPT_MINUTES = 10;

/**
 * Evaluations and answers of models quote the transcript: a job's row must not keep them when the session is deleted.
 * Done a while after each job, and at the next one for those that a stop of the server left.
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
