import { getDb } from "../db/get-db";
import { log } from "../process/log";
import { processState } from "../process/process-state";

/** Tolerated difference between the machine's clock and elapsed time, between two checks. */
const DRIFT_MS = 10 * 60_000;
/** Maximum age of the newest row for the clock to be trusted at a process's first check. */
const KNOWN_MS = 7 * 86_400_000;

type Check = { readonly wall: number; readonly passed: number };

/**
 * Checks the machine's clock before anything is deleted for its age. After a jump, for example from a dead battery or a
 * wrong time server, the clock is not trusted until the next check, an hour later, finds it steady. A process's first
 * check compares it with the newest row of the database.
 */
export function isSteady(now: Check, before: Check | null, newest: number | null): boolean {
  if (before) return Math.abs(now.wall - before.wall - (now.passed - before.passed)) <= DRIFT_MS;
  return newest === null || (now.wall >= newest - DRIFT_MS && now.wall - newest <= KNOWN_MS);
}

/** True if the clock is steady now. Each `watch` has a separate history of checks. */
export async function isClockSteady(watch: string): Promise<boolean> {
  const checks = processState("clock-checks", () => new Map<string, Check>());
  const now = { wall: Date.now(), passed: performance.now() };
  const before = checks.get(watch) ?? null;
  checks.set(watch, now);
  const isBelieved = isSteady(now, before, before ? null : await newestRow());
  if (!isBelieved)
    log().warn(
      { watch },
      "the clock jumped, or nothing was written for long: nothing is deleted for its age until the next check",
    );
  return isBelieved;
}

async function newestRow(): Promise<number | null> {
  const db = await getDb();
  const [entry, session] = await Promise.all([
    db.auditEntry.findFirst({ orderBy: { id: "desc" }, select: { time: true } }),
    db.session.findFirst({ orderBy: { createdAt: "desc" }, select: { createdAt: true } }),
  ]);
  const times = [entry?.time, session?.createdAt].flatMap((time) => time?.getTime() ?? []);
  return times.length === 0 ? null : Math.max(...times);
}
