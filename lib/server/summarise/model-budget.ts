import { getDb } from "../db/get-db";
import { tableName } from "../db/table-name";
import { LIMITS } from "../process/limits";
import { log } from "../process/log";
import { processState } from "../process/process-state";

/** The day's model calls are used up. A retry would have the same result. */
export class ModelBudgetSpent extends Error {
  override readonly name = "ModelBudgetSpent";
}

/** This process's own count, for when the database does not respond. */
const own = () => processState("model-budget", () => ({ day: "", calls: 0 }));

/** Model calls per day (UTC): WINNOW_MODEL_CALLS_PER_DAY, 0 for none; an invalid value counts as unset. */
function callsPerDay(): number {
  const text = process.env.WINNOW_MODEL_CALLS_PER_DAY?.trim() ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : LIMITS.modelCallsPerDay;
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Model calls made today (UTC) by all processes on the database, including retries. */
export async function callsToday(now = new Date()): Promise<number> {
  const row = await (await getDb()).modelCalls.findUnique({ where: { day: dayOf(now) } });
  return row?.calls ?? 0;
}

/**
 * Counts one call before it is made. Throws ModelBudgetSpent if the day's budget is used up, so no loop can keep
 * spending.
 */
export async function spendModelCall(now = new Date()): Promise<void> {
  const most = callsPerDay();
  const isGiven = await takeCall(dayOf(now), most);
  if (isGiven) return;
  throw new ModelBudgetSpent(`today's ${most} model calls are used up; set WINNOW_MODEL_CALLS_PER_DAY for more`);
}

async function takeCall(day: string, most: number): Promise<boolean> {
  if (most === 0) return false;
  const state = own();
  if (state.day !== day) Object.assign(state, { day, calls: 0 });
  try {
    const calls = await takeShared(day, most);
    state.calls = calls ?? most;
    return calls !== null;
  } catch (error) {
    log().warn(
      { name: (error as Error).name },
      "calls of models are counted by this process alone: the database cannot",
    );
    if (state.calls >= most) return false;
    state.calls += 1;
    return true;
  }
}

/** A single statement, so that only one of several processes gets the last call. Null: none is left. */
async function takeShared(day: string, most: number): Promise<number | null> {
  const db = await getDb();
  const [row] = await db.$queryRaw<{ calls: number | bigint }[]>`
    INSERT INTO ${tableName("ModelCalls")} AS kept ("day", "calls") VALUES (${day}, 1)
    ON CONFLICT ("day") DO UPDATE SET "calls" = kept."calls" + 1 WHERE kept."calls" < ${most}
    RETURNING "calls"`;
  return row ? Number(row.calls) : null;
}
