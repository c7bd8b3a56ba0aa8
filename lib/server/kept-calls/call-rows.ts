import { getDb } from "../db/get-db";
import { isGone } from "../jobs/interrupted-jobs";
import { log } from "../process/log";
import { processId } from "../replicas/channel";
import { type CallStore, KEPT_ANSWERS, KEPT_MS, type KnownCall } from "./call-store";

/** For processes that share a database: whoever makes the row of a call runs it. */
export const callRows: CallStore = {
  async begin(key, body) {
    // Twice at most: a row that is too old, or whose process has ended, is removed, and then anybody may make it.
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
      // The call's own failure is what its sender is told; the row is in the way until this process ends.
      log().warn({ name: (error as Error).name }, "a failed call with an Idempotency-Key could not be forgotten");
    }
  },
};

/** One statement, so that of several processes exactly one makes the row. */
async function isMade(key: string, body: string): Promise<boolean> {
  try {
    await (await getDb()).keptCall.create({ data: { key, body, runner: processId() } });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "P2002") return false;
    throw error;
  }
}

/** Null when there is none, or none that counts any more. */
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
