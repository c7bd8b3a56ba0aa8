import { getDb } from "../db/get-db";
import { log } from "../process/log";
import { processState } from "../process/process-state";

/** What the clock of the machine may differ from the time that passed, between two checks. */
const DRIFT_MS = 10 * 60_000;
/** How old the newest row may be for the clock to be believed at the first check of a process. */
const KNOWN_MS = 7 * 86_400_000;

type Check = { readonly wall: number; readonly passed: number };

/**
 * Whether the clock of the machine can be believed, before something is deleted for its age. One that jumped, as after a dead
 * battery or a mistake of a time server, is not believed until the next check, an hour later, finds that it went on steadily. The
 * first check of a process compares it with the newest row of the database.
 */
export function isSteady(now: Check, before: Check | null, newest: number | null): boolean {
  if (before) return Math.abs(now.wall - before.wall - (now.passed - before.passed)) <= DRIFT_MS;
  return newest === null || (now.wall >= newest - DRIFT_MS && now.wall - newest <= KNOWN_MS);
}

/** Whether the clock is steady now. Each `watch` has its own history of checks. */
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
