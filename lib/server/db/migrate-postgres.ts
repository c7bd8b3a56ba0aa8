import { randomUUID } from "node:crypto";
import pg from "pg";
import type { PostgresTarget } from "../process/postgres-url";
import { isApplied, type Migration, migrationsIn, readMigrations, refuseNewerDatabase } from "./migration-files";

/** An arbitrary lock number. One starting process migrates while the others wait. The lock ends with the connection. */
const STARTER_LOCK = "5711020";

/** Prisma's own ledger, so that a later `prisma migrate` finds nothing to do. */
const LEDGER = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

/**
 * Applies missing migrations, each in its own transaction, and returns their names. `afterwards` runs under the same
 * lock on the same connection, so starting processes run it one after another.
 */
export async function migratePostgres(
  target: PostgresTarget,
  afterwards: (client: pg.Client) => Promise<void> = async () => {},
  directory = migrationsIn("prisma/migrations-postgres"),
): Promise<string[]> {
  const client = await connect(target);
  try {
    await client.query("SELECT pg_advisory_lock($1)", [STARTER_LOCK]);
    if (target.schema !== null) await enterSchema(client, target.schema);
    await client.query(LEDGER);
    const applied = await applyMissing(client, readMigrations(directory));
    await afterwards(client);
    return applied;
  } finally {
    await client.end();
  }
}

/** Connects. An error names the server, but never the password. */
async function connect({ connectionString }: PostgresTarget): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {}); // without a listener the process would end; the pending query reports the error
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const place = `${client.host}:${client.port}, database ${client.database}`;
    throw new Error(`PostgreSQL cannot be used (${place}): ${message || code}`, { cause: error });
  }
}

/** Creates the schema only if it is missing, because creation needs an extra permission. */
async function enterSchema(client: pg.Client, schema: string): Promise<void> {
  const name = pg.escapeIdentifier(schema);
  const { rowCount } = await client.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
  if (rowCount === 0) await client.query(`CREATE SCHEMA ${name}`);
  await client.query(`SET search_path TO ${name}`);
}

async function applyMissing(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    "SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  const found = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  refuseNewerDatabase([...found.keys()], migrations);
  const missing = migrations.filter((migration) => !isApplied(migration, found.get(migration.name)));
  for (const migration of missing) await apply(client, migration);
  return missing.map(({ name }) => name);
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {}); // the connection may be what failed
    throw error;
  }
}
