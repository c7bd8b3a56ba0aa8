import type { Client } from "pg";
import { readPostgresUrl } from "../process/postgres-url";
import { databaseUrl } from "../process/settings";
import { channel } from "./channel";

/** Arbitrary numbers of the locks by which processes on one database detect each other. They end with the process. */
const PRESENT = 5711022;
const LEADER = 5711023;

const schema = (): string => readPostgresUrl(databaseUrl()).schema ?? "public";
const share = (client: Client) => client.query("SELECT pg_advisory_lock_shared($1, hashtext($2))", [PRESENT, schema()]);

async function tryLock(client: Client, lock: number): Promise<boolean> {
  const asked = "SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken";
  return (await client.query<{ taken: boolean }>(asked, [lock, schema()])).rows[0]?.taken ?? false;
}

/**
 * Registers this process until it ends. If it is the only one, `whenAlone` runs first, and others that start meanwhile
 * wait: only without other processes can leftovers of a crash be distinguished from running work.
 */
export async function join(whenAlone: () => Promise<void>): Promise<void> {
  const client = await channel().client();
  const isAlone = await tryLock(client, PRESENT);
  if (isAlone) await whenAlone();
  await share(client);
  if (isAlone) await client.query("SELECT pg_advisory_unlock($1, hashtext($2))", [PRESENT, schema()]);
  channel().onConnect.add(share);
}

const LOOK_MS = 5_000;

/**
 * Calls `work` once this process leads. Only one process leads at a time, so the work never runs in two of them. When
 * the leading process ends, another takes over within five seconds.
 */
export function whenLeading(work: () => void): void {
  let leads = false;
  const look = async () => {
    const taken = await tryLock(await channel().client(), LEADER).catch(() => false);
    if (!taken || leads) return;
    leads = true;
    work();
  };
  const timer = setInterval(() => void (leads ? clearInterval(timer) : look().catch(() => {})), LOOK_MS).unref();
  channel().onConnect.add((client) => (leads ? tryLock(client, LEADER) : Promise.resolve()));
  void look().catch(() => {});
}
