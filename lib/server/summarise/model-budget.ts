import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { LIMITS } from "../limits";
import { processState } from "../process-state";
import { dataDir } from "../settings";

/** The day's calls of models are used up. A retry would have the same result. */
export class ModelBudgetSpent extends Error {
  override readonly name = "ModelBudgetSpent";
}

const use = z.object({ day: z.string(), calls: z.int().min(0) });
type Use = z.infer<typeof use>;

/** In the data directory, so that a restart does not begin a new day. */
const fileOfUse = () => path.join(dataDir(), "model-calls.json");
const held = () => processState("model-budget", () => ({ of: "", use: { day: "", calls: 0 } as Use }));

/** Calls of models per day (UTC): WINNOW_MODEL_CALLS_PER_DAY, 0 for none; a wrong value counts as unset. */
export function callsPerDay(): number {
  const text = process.env.WINNOW_MODEL_CALLS_PER_DAY?.trim() ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : LIMITS.modelCallsPerDay;
}

/** Calls of models that were made today (UTC), retries included. */
export function callsToday(now = new Date()): number {
  const day = now.toISOString().slice(0, 10);
  const state = held();
  if (state.of !== fileOfUse()) Object.assign(state, { of: fileOfUse(), use: readUse() });
  if (state.use.day !== day) state.use = { day, calls: 0 };
  return state.use.calls;
}

function readUse(): Use {
  try {
    return use.parse(JSON.parse(fs.readFileSync(fileOfUse(), "utf8")));
  } catch {
    return { day: "", calls: 0 };
  }
}

/** Counts one call before it is made. Throws ModelBudgetSpent when the day has no more, so that no loop can spend on. */
export function spendModelCall(): void {
  const most = callsPerDay();
  if (callsToday() >= most)
    throw new ModelBudgetSpent(
      `the ${most} calls of models that one day may have are used up; set WINNOW_MODEL_CALLS_PER_DAY for more`,
    );
  const { use: counted } = held();
  counted.calls += 1;
  try {
    fs.writeFileSync(fileOfUse(), JSON.stringify(counted), { mode: 0o600 });
  } catch {
    // A full disk: the count of this process still holds.
  }
}
