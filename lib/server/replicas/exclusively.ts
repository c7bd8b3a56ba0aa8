import { orDown } from "../db/database-down";
import { directDatabaseUrl } from "../settings";
import { isShared } from "./channel";

/** The first number of the locks that stand for a name. */
const NAMED = 5711024;

/**
 * Runs the work while no other process runs work of this name; the others wait. On the embedded database, which has one
 * server, it only runs it. The lock has a connection of its own and ends with it, should the process be killed.
 */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!isShared()) return work();
  const { default: pg } = await import("pg"); // only where PostgreSQL is used
  const client = new pg.Client({
    connectionString: directDatabaseUrl(),
    application_name: "winnow-lock",
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => {}); // the work goes on; its transactions fail by themselves where the database is gone
  try {
    await orDown(client.connect());
    await orDown(client.query("SELECT pg_advisory_lock($1, hashtext($2))", [NAMED, name]));
    return await work();
  } finally {
    await client.end().catch(() => {});
  }
}
