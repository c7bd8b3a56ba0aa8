import { getDb } from "../db/get-db";
import { sweepSignIns } from "../people/sign-ins";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { readSettings } from "../store/preferences";
import { isClockSteady } from "../store/steady-clock";

const DAY_MS = 86_400_000;
const CHECK_MS = 3_600_000;

/** Removes entries older than the setting `audit_days`. Returns how many. */
export async function sweepAudit(now: Date): Promise<number> {
  const { audit_days: days } = await readSettings();
  const before = new Date(now.getTime() - days * DAY_MS);
  const { count } = await (await getDb()).auditEntry.deleteMany({ where: { time: { lt: before } } });
  return count;
}

/** Removes old entries and old sign-ins now and every hour, while the clock is trustworthy. */
export function watchAudit(): void {
  const sweep = async () => {
    if (!(await isClockSteady("audit"))) return;
    const [entries, signIns] = await Promise.all([sweepAudit(new Date()), sweepSignIns()]);
    if (entries + signIns > 0) log().info({ entries, signIns }, "old entries were removed");
  };
  const check = () =>
    sweep().catch((error: Error) => log().warn({ message: error.message }, "old entries could not be removed"));
  void check();
  processState("audit-watch", () => setInterval(check, CHECK_MS).unref());
}
