import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type Client, createClient } from "@libsql/client";

/** Prisma's own ledger, so that a later `prisma migrate` finds nothing to do. */
const LEDGER = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id TEXT PRIMARY KEY NOT NULL, checksum TEXT NOT NULL, finished_at DATETIME,
  migration_name TEXT NOT NULL, logs TEXT, rolled_back_at DATETIME,
  started_at DATETIME NOT NULL DEFAULT current_timestamp,
  applied_steps_count INTEGER UNSIGNED NOT NULL DEFAULT 0)`;

const defaultDirectory = () => path.join(/*turbopackIgnore: true*/ process.cwd(), "prisma/migrations");

/** Applies what is missing, each migration in its own transaction; returns the names applied. */
export async function migrate(url: string, directory = defaultDirectory()): Promise<string[]> {
  fs.mkdirSync(path.dirname(url.slice("file:".length)), { recursive: true });
  const client = createClient({ url, timeout: 20_000 });
  try {
    await client.execute("PRAGMA page_size=16384"); // before the first table, before WAL
    await client.execute("PRAGMA journal_mode=WAL");
    await client.execute(LEDGER);
    const names = fs.readdirSync(directory).sort();
    await refuseNewerDatabase(client, new Set(names));
    const applied: string[] = [];
    for (const name of names) {
      const file = path.join(directory, name, "migration.sql");
      if (fs.existsSync(file) && (await applyOnce(client, name, fs.readFileSync(file, "utf8")))) applied.push(name);
    }
    return applied;
  } finally {
    client.close();
  }
}

async function refuseNewerDatabase(client: Client, known: ReadonlySet<string>): Promise<void> {
  const { rows } = await client.execute("SELECT migration_name FROM _prisma_migrations");
  const unknown = rows.map((row) => String(row.migration_name)).filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`the database was written by a newer Winnow (migration ${unknown[0]}); update Winnow to open it`);
}

async function applyOnce(client: Client, name: string, sql: string): Promise<boolean> {
  const checksum = createHash("sha256").update(sql).digest("hex");
  // Off before BEGIN: inside a transaction the pragma is ignored, and a table rebuild would cascade-delete.
  await client.execute("PRAGMA foreign_keys=OFF");
  const transaction = await client.transaction("write"); // BEGIN IMMEDIATE: one starter migrates, the others wait
  try {
    const known = await transaction.execute({
      sql: "SELECT checksum FROM _prisma_migrations WHERE migration_name=?",
      args: [name],
    });
    if (known.rows[0]) {
      if (known.rows[0].checksum !== checksum) throw new Error(`migration ${name} was edited after it was applied`);
      return false;
    }
    await transaction.executeMultiple(sql);
    const broken = await transaction.execute("PRAGMA foreign_key_check");
    if (broken.rows.length > 0) throw new Error(`migration ${name} leaves ${broken.rows.length} broken references`);
    await transaction.execute({
      sql: `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
            VALUES (?, ?, ?, current_timestamp, 1)`,
      args: [randomUUID(), checksum, name],
    });
    await transaction.commit();
    return true;
  } finally {
    transaction.close(); // rolls back unless committed
  }
}
