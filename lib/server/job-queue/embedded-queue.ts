import { getDb } from "../db/get-db";
import { findJob, viewOf } from "../jobs/job-rows";
import { abortJob, continueJob, isLive, type JobWork, loadJob, startWork } from "../jobs/jobs";
import type { JobQueue } from "./job-queue";
import { isSplit, runInOrder } from "./work";
import { type QueuedKind, workOf } from "./works";

function runOf(kind: QueuedKind, params: unknown): JobWork {
  const work = workOf(kind);
  return (context) => (isSplit(work) ? runInOrder(work, params, context) : work.run(params, context));
}

/** Runs work directly in this process, whose threads do one piece per lane at a time. */
export const embeddedQueue: JobQueue = {
  enqueue: (kind, params, id) =>
    // The next start resumes an import, because its files are kept.
    startWork(kind, runOf(kind, params), { id, params, resumes: kind === "import" }),

  async cancel(id) {
    if (isLive(id)) abortJob(id);
    return loadJob(id);
  },

  async retry(id, kind, params) {
    const data = { state: "running", errorJson: null, endedAt: null, attempts: { increment: 1 } };
    const { count } = await (await getDb()).job.updateMany({ where: { id, state: "failed" }, data });
    const begun = count === 1 ? await continueJob(id, runOf(kind, params)) : null;
    return begun ?? viewOf(await findJob(id));
  },
};
