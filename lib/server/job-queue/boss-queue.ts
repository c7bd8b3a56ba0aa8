import { getDb, type Transaction } from "../db/get-db";
import { findJob, LIVE_STATES, viewOf, writeEnd } from "../jobs/job-rows";
import { abortJob, loadJob } from "../jobs/jobs";
import { tell } from "../replicas/channel";
import { getBoss, sendPieces } from "./boss";
import type { JobQueue } from "./job-queue";
import { dropWaiting, ENDED_PARTS } from "./parts";
import { isSplit } from "./work";
import { isQueuedKind, type QueuedKind, workOf } from "./works";

/** Hands work to any process with workers on this database, through pg-boss. */
export const bossQueue: JobQueue = {
  async enqueue(kind, params, id) {
    await getBoss(); // opened outside the transaction, because opening it takes some time
    const row = await (await getDb()).$transaction(async (transaction) => {
      const data = { id, kind, state: "queued", paramsJson: JSON.stringify(params) };
      const created = await transaction.job.create({ data });
      await handOut(transaction, id, kind, params);
      return created;
    });
    return viewOf(row);
  },

  async cancel(id) {
    const db = await getDb();
    const where = { id, state: { in: [...LIVE_STATES] }, cancelAskedAt: null };
    const { count } = await db.job.updateMany({ where, data: { cancelAskedAt: new Date() } });
    if (count > 0) {
      abortJob(id);
      await tell("cancel", [id]);
      await endWhatWaits(id);
    }
    return loadJob(id);
  },

  async retry(id, kind, params) {
    await getBoss();
    await (await getDb()).$transaction(async (transaction) => {
      const data = { state: "queued", errorJson: null, endedAt: null, cancelAskedAt: null };
      const { count } = await transaction.job.updateMany({ where: { id, state: "failed" }, data });
      if (count === 1) await handOut(transaction, id, kind, params);
    });
    await tell("job", [id]);
    return loadJob(id);
  },
};

/** A retry keeps the parts that are already done. */
async function handOut(transaction: Transaction, id: string, kind: QueuedKind, params: unknown): Promise<void> {
  const work = workOf(kind);
  if (!isSplit(work)) return sendPieces(transaction, work.lane, [{ job: id, step: "whole" }]);
  const rows = work.parts(params).map((_, position) => ({ jobId: id, position }));
  const known = await transaction.jobPart.findMany({ where: { jobId: id } });
  if (known.length === 0) await transaction.jobPart.createMany({ data: rows });
  const ended = new Set(known.flatMap(({ state, position }) => (ENDED_PARTS.includes(state) ? [position] : [])));
  const left = rows.filter(({ position }) => !ended.has(position));
  await transaction.job.update({ where: { id }, data: { partsLeft: left.length } });
  await sendPieces(
    transaction,
    "bulk",
    left.map(({ position }) => ({ job: id, step: position })),
  );
  if (left.length === 0) await sendPieces(transaction, "light", [{ job: id, step: "gather" }]);
}

/** Ends pieces that no process has begun. Otherwise they would only end when their turn comes. */
async function endWhatWaits(id: string): Promise<void> {
  const { kind, state } = await findJob(id);
  if (!isQueuedKind(kind)) return;
  if (!isSplit(workOf(kind))) {
    if (state === "queued") await writeEnd(id, { state: "cancelled" }, new Date(), 0);
    return;
  }
  await dropWaiting(id);
}
