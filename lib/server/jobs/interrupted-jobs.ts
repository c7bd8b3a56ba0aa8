import { getDb } from "../db/get-db";
import { onClose } from "../process/closers";
import { log } from "../process/log";
import { channel, processId, tell } from "../replicas/channel";
import { INTERRUPTED } from "./job-rows";

/** The first number of the lock that each process holds on its name. */
const NAME = 5711025;
const LOOK_MS = 10_000;

/**
 * Some work, such as importing files of its machine, can only be done by the process that received it, and fails when
 * that process ends. Each process holds a lock on its name; a process that can take the lock knows that the owner is
 * gone.
 */
export function watchInterrupted(): void {
  channel().onConnect.add((client) => client.query("SELECT pg_advisory_lock($1, hashtext($2))", [NAME, processId()]));
  void holdName().catch(() => {}); // done again with the next connection
  const look = () =>
    void failInterrupted().catch(({ message }: Error) =>
      log().warn({ message }, "interrupted jobs were not looked for"),
    );
  const timer = setInterval(look, LOOK_MS).unref();
  onClose(async () => clearInterval(timer));
  look();
}

const holdName = async () =>
  (await channel().client()).query("SELECT pg_advisory_lock($1, hashtext($2))", [NAME, processId()]);

async function failInterrupted(): Promise<void> {
  const db = await getDb();
  const where = { state: "running", runner: { not: null } };
  const rows = await db.job.findMany({ where, select: { runner: true }, distinct: ["runner"] });
  for (const { runner } of rows)
    if (runner !== null && runner !== processId() && (await isGone(runner))) await fail(runner);
}

/** True if no process of this name is running. */
export async function isGone(runner: string): Promise<boolean> {
  const client = await channel().client();
  const asked = "SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken";
  const { rows } = await client.query<{ taken: boolean }>(asked, [NAME, runner]);
  if (!rows[0]?.taken) return false;
  await client.query("SELECT pg_advisory_unlock($1, hashtext($2))", [NAME, runner]);
  return true;
}

async function fail(runner: string): Promise<void> {
  const db = await getDb();
  const where = { runner, state: "running" };
  const ids = (await db.job.findMany({ where, select: { id: true } })).map(({ id }) => id);
  const data = { state: "failed", errorJson: JSON.stringify(INTERRUPTED), endedAt: new Date() };
  await db.job.updateMany({ where: { ...where, id: { in: ids } }, data });
  await tell("job", ids);
}
