import { getDb } from "../db/get-db";
import { LIMITS } from "../process/limits";
import { readPostgresUrl } from "../process/postgres-url";
import { processState } from "../process/process-state";
import { databaseUrl } from "../process/settings";

/**
 * Each caller's allowance is a row shared by all servers. One statement per call would be too much, so a server leases
 * a tenth of a second's calls in one statement and hands them out itself. Unused leases expire after a second. All
 * servers together therefore allow the rate of one, plus at most a tenth of a second's calls for each further server.
 */
const SLICES_PER_SECOND = 10;
const FORGOTTEN_MS = 1_000;
/** A slow database must not hold up requests that need no database, such as the health check. */
const PATIENCE_MS = 250;
/** Milliseconds between two removals of stale rows. */
const TIDY_MS = 60_000;

type Lease = { calls: number; until: number; emptyUntil: number; coming: Promise<number | null> | null };
const leases = () => processState("rate-leases", () => new Map<string, Lease>());

/** Takes one call. Null if the database does not respond. */
export async function takeShared(caller: string, rate: number, now: number): Promise<boolean | null> {
  const lease = leases().get(caller) ?? { calls: 0, until: 0, emptyUntil: 0, coming: null };
  leases().delete(caller); // so that the map is in the order of the last calls
  leases().set(caller, lease);
  const [oldest] = leases().keys();
  if (leases().size > LIMITS.rateCallers && oldest !== undefined) leases().delete(oldest);
  while (true) {
    if (lease.until <= now) lease.calls = 0;
    if (lease.calls >= 1) {
      lease.calls -= 1;
      return true;
    }
    if (lease.emptyUntil > now) return false;
    lease.coming ??= ask(caller, rate, lease, now);
    const given = await lease.coming;
    if (given === null) return null;
  }
}

/** Refills the lease, or marks it empty for a while. */
async function ask(caller: string, rate: number, lease: Lease, now: number): Promise<number | null> {
  try {
    const given = await inTime(grant(caller, rate, Math.ceil(rate / SLICES_PER_SECOND)));
    lease.calls = given ?? 0;
    lease.until = now + FORGOTTEN_MS;
    if (given === 0) lease.emptyUntil = now + 1_000 / rate;
    return given;
  } catch {
    return null;
  } finally {
    lease.coming = null;
  }
}

const inTime = <T>(asked: Promise<T>): Promise<T | null> =>
  Promise.race([asked, new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS).unref())]);

/**
 * Takes up to `wanted` calls from the caller's allowance, which holds one second's calls and refills by the database's
 * clock.
 */
async function grant(caller: string, rate: number, wanted: number): Promise<number> {
  const db = await getDb();
  const schema = (readPostgresUrl(databaseUrl()).schema ?? "public").replaceAll('"', '""');
  const full = `LEAST($2::float8, r."calls" + EXTRACT(EPOCH FROM (clock_timestamp() AT TIME ZONE 'UTC') - r."at") * $2::float8)`;
  const rows = await db.$queryRawUnsafe<{ granted: number }[]>(
    `INSERT INTO "${schema}"."CallRate" AS r ("caller", "calls", "granted", "at")
     VALUES ($1, $2::float8 - $3::int, $3::int, (clock_timestamp() AT TIME ZONE 'UTC'))
     ON CONFLICT ("caller") DO UPDATE SET
       "granted" = LEAST($3::int, FLOOR(${full}))::int,
       "calls" = ${full} - LEAST($3::int, FLOOR(${full})),
       "at" = (clock_timestamp() AT TIME ZONE 'UTC')
     RETURNING "granted"`,
    caller,
    rate,
    wanted,
  );
  tidySometimes();
  return Number(rows[0]?.granted ?? 0);
}

/** A row unused for a minute would be full again, so it can be deleted. */
function tidySometimes(): void {
  const state = processState("rate-tidied", () => ({ at: performance.now() }));
  if (performance.now() - state.at < TIDY_MS) return;
  state.at = performance.now();
  const before = new Date(Date.now() - 2 * TIDY_MS);
  void getDb()
    .then((db) => db.callRate.deleteMany({ where: { at: { lt: before } } }))
    .catch(() => {});
}
