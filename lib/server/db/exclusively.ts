import type { Client } from "pg";
import { onClose } from "../process/closers";
import { processState } from "../process/process-state";
import { directDatabaseUrl } from "../process/settings";
import { isShared } from "../replicas/channel";
import { orDown } from "./database-down";

/** First number of the advisory locks derived from names. */
const NAMED = 5711024;
/** Idle connections kept for the next lock: opening one takes longer than saving a small session. */
const MAX_IDLE = 2;
const IDLE_MS = 10_000;

/**
 * Runs the work while no other process runs work of this name; others wait. The embedded database has only one server,
 * so there the work simply runs. Each lock has its own connection and ends with it, even if the process is killed.
 */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!isShared()) return work();
  const client = await locked(name);
  try {
    return await work();
  } finally {
    await release(client, name);
  }
}

async function locked(name: string): Promise<Client> {
  const kept = idle().pop();
  if (kept !== undefined && (await lock(kept, name).catch(() => false))) return kept;
  await kept?.end().catch(() => {}); // the connection was lost while it waited
  const client = await connect();
  try {
    await orDown(lock(client, name));
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function lock(client: Client, name: string): Promise<true> {
  await client.query("SELECT pg_advisory_lock($1, hashtext($2))", [NAMED, name]);
  return true;
}

async function connect(): Promise<Client> {
  const { default: pg } = await import("pg"); // only if PostgreSQL is used
  const client = new pg.Client({
    connectionString: directDatabaseUrl(),
    application_name: "winnow-lock",
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => {}); // the work continues; its transactions fail by themselves if the database is gone
  client.once("end", () => forget(client));
  await orDown(client.connect());
  return client;
}

/** Keeps a connection for the next lock if the connection certainly holds none; closes any other connection. */
async function release(client: Client, name: string): Promise<void> {
  const asked = client.query<{ free: boolean }>("SELECT pg_advisory_unlock($1, hashtext($2)) AS free", [NAMED, name]);
  const isFree = await asked.then(
    ({ rows }) => rows[0]?.free === true,
    () => false,
  );
  if (!isFree || idle().length >= MAX_IDLE) return client.end().catch(() => {});
  onClose(closeIdle);
  idle().push(client);
  setTimeout(() => forget(client) && void client.end().catch(() => {}), IDLE_MS).unref();
}

const idle = () => processState("lock-connections", () => [] as Client[]);

/** True if the connection was waiting. */
function forget(client: Client): boolean {
  const at = idle().indexOf(client);
  if (at >= 0) idle().splice(at, 1);
  return at >= 0;
}

async function closeIdle(): Promise<void> {
  for (const client of idle().splice(0)) await client.end().catch(() => {});
}
