import { getDb } from "../db/get-db";
import { isGone } from "../jobs/interrupted-jobs";
import { log } from "../process/log";
import { processId } from "../replicas/channel";
import { type CallStore, KEPT_ANSWERS, KEPT_MS, type KnownCall } from "./call-store";

/** For processes that share a database: the process that creates a call's row runs the call. */
export const callRows: CallStore = {
  async begin(key, body) {
    // At most two attempts: a row that is too old, or whose process has ended, is removed, and then anyone may create
    // it.
    for (let tried = 0; tried < 2; tried += 1) {
      if (await isMade(key, body)) return { kind: "begun" };
      const known = await findCall(key);
      if (known !== null) return known;
    }
    return { kind: "running" }; // others were quicker each time
  },

  async keep(key, body, json) {
    const db = await getDb();
    await db.keptCall.updateMany({ where: { key, body, runner: processId() }, data: { answerJson: json } });
    await dropOldCalls();
  },

  async drop(key) {
    try {
      await (await getDb()).keptCall.deleteMany({ where: { key, runner: processId(), answerJson: null } });
    } catch (error) {
      // The sender gets the call's own failure; the row blocks the key until this process ends.
      log().warn({ name: (error as Error).name }, "a failed call with an Idempotency-Key could not be forgotten");
    }
  },
};

/** A single statement, so exactly one of several processes creates the row. */
async function isMade(key: string, body: string): Promise<boolean> {
  try {
    await (await getDb()).keptCall.create({ data: { key, body, runner: processId() } });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "P2002") return false;
    throw error;
  }
}

/** Null if there is no valid row. */
async function findCall(key: string): Promise<KnownCall | null> {
  const db = await getDb();
  const row = await db.keptCall.findUnique({ where: { key } });
  if (row === null) return null;
  const { body, runner, answerJson, createdAt } = row;
  const isOld = Date.now() - createdAt.getTime() > KEPT_MS;
  if (!isOld && answerJson !== null) return { kind: "answered", body, json: answerJson };
  if (!isOld && (runner === processId() || !(await isGone(runner)))) return { kind: "running" };
  await db.keptCall.deleteMany({ where: { key, runner, createdAt } });
  return null;
}

async function dropOldCalls(): Promise<void> {
  const db = await getDb();
  const [surplus] = await db.keptCall.findMany({
    orderBy: { createdAt: "desc" },
    skip: KEPT_ANSWERS,
    take: 1,
    select: { createdAt: true },
  });
  const before = Math.max(Date.now() - KEPT_MS, surplus?.createdAt.getTime() ?? 0);
  await db.keptCall.deleteMany({ where: { createdAt: { lte: new Date(before) }, answerJson: { not: null } } });
}
