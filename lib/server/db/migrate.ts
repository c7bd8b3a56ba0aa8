import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Transaction } from "@libsql/client";
import { fileOfUrl } from "../process/file-url";
import { KeptConnection } from "./kept-connection";
import { whenUnlocked } from "./lock-patience";
import { isApplied, type Migration, migrationsIn, readMigrations, refuseNewerDatabase } from "./migration-files";

/** Prisma's own ledger, so that a later `prisma migrate` finds nothing to do. */
const LEDGER = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id TEXT PRIMARY KEY NOT NULL, checksum TEXT NOT NULL, finished_at DATETIME,
  migration_name TEXT NOT NULL, logs TEXT, rolled_back_at DATETIME,
  started_at DATETIME NOT NULL DEFAULT current_timestamp,
  applied_steps_count INTEGER UNSIGNED NOT NULL DEFAULT 0)`;

/** Applies missing migrations, each in its own transaction, and returns their names. */
export async function migrate(url: string, directory = migrationsIn("prisma/migrations")): Promise<string[]> {
  const file = fileOfUrl(url);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const client = new KeptConnection(file);
  try {
    await client.execute("PRAGMA page_size=16384"); // must come before the first table and before WAL
    await whenUnlocked(() => client.executeMultiple("PRAGMA journal_mode=WAL"));
    await inTransaction(client, (transaction) => transaction.execute(LEDGER));
    const migrations = readMigrations(directory);
    const { rows } = await client.execute("SELECT migration_name FROM _prisma_migrations");
    const names = rows.map((row) => String(row.migration_name));
    refuseNewerDatabase(names, migrations);
    const applied: string[] = [];
    for (const migration of migrations) if (await applyOnce(client, migration)) applied.push(migration.name);
    return applied;
  } finally {
    client.close();
  }
}

async function applyOnce(client: KeptConnection, migration: Migration): Promise<boolean> {
  // Set before BEGIN, because the pragma is ignored inside a transaction. With foreign keys on, rebuilding a table
  // would delete rows that refer to it.
  await client.execute("PRAGMA foreign_keys=OFF");
  return inTransaction(client, (transaction) => apply(transaction, migration));
}

async function apply(transaction: Transaction, migration: Migration): Promise<boolean> {
  const { name, sql, checksum } = migration;
  const known = await transaction.execute({
    sql: "SELECT checksum FROM _prisma_migrations WHERE migration_name=?",
    args: [name],
  });
  if (isApplied(migration, known.rows[0] && String(known.rows[0].checksum))) return false;
  await transaction.executeMultiple(sql);
  const broken = await transaction.execute("PRAGMA foreign_key_check");
  if (broken.rows.length > 0) throw new Error(`migration ${name} leaves ${broken.rows.length} broken references`);
  await transaction.execute({
    sql: `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
          VALUES (?, ?, ?, current_timestamp, 1)`,
    args: [randomUUID(), checksum, name],
  });
  return true;
}

/** Runs the work in a transaction. If several processes start, one writes and the others wait. */
async function inTransaction<T>(client: KeptConnection, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const transaction = await whenUnlocked(() => client.transaction());
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } finally {
    transaction.close(); // rolls back unless committed
  }
}
