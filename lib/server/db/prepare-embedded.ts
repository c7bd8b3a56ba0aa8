import fs from "node:fs";
import { fileOfUrl } from "../process/file-url";
import { log } from "../process/log";
import { backupDatabase } from "./backups";
import { refuseBoundDirectory } from "./bind-directory";
import { assertOwnDatabase, bindEmbedded, NO_FACTS } from "./bind-embedded";
import { checkDatabase, type DatabaseFacts } from "./database-child";
import { DatabaseDamaged, noteDamage } from "./database-damage";
import { migrate } from "./migrate";
import { migrationsIn, readMigrations } from "./migration-files";
import { finishRestore, setAsideDatabase } from "./set-aside";

/**
 * Prepares an embedded database for its first query: checks it, refuses one from another directory, backs it up before
 * a migration and migrates it. If the check fails, remembers that and throws DatabaseDamaged.
 */
export async function prepareEmbedded(url: string, directory: string): Promise<void> {
  const file = fileOfUrl(url);
  refuseBoundDirectory(directory);
  finishRestore(file, directory);
  const facts = await inspect(url, directory);
  assertOwnDatabase(facts, file, directory);
  await backupBeforeMigration(facts, file, directory);
  await migrate(url);
  await bindEmbedded(facts, file, directory);
}

async function inspect(url: string, directory: string): Promise<DatabaseFacts> {
  const file = fileOfUrl(url);
  if (sizeOf(file) === 0) {
    // SQLite would delete a write-ahead log without a database.
    if (sizeOf(`${file}-wal`) > 0)
      log().warn({ to: setAsideDatabase(file, directory) }, "a database without content was set aside");
    // An empty file with an empty log contains no data, but an unclosed connection may still lock it.
    else for (const end of ["", "-wal", "-shm"]) fs.rmSync(`${file}${end}`, { force: true });
    return NO_FACTS;
  }
  const result = await checkDatabase(file, directory);
  if (result.ok) return result.facts;
  if (!result.isDamage) throw new Error(`the database ${file} cannot be read: ${result.problems.join("; ")}`);
  const damage = new DatabaseDamaged(file, result.problems);
  noteDamage(url, damage);
  throw damage;
}

const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

async function backupBeforeMigration({ migrations }: DatabaseFacts, file: string, directory: string): Promise<void> {
  if (migrations.length === 0) return; // the database is empty
  const applied = new Set(migrations);
  const pending = readMigrations(migrationsIn("prisma/migrations")).find(({ name }) => !applied.has(name));
  if (pending) await backupDatabase(file, directory, `before-${pending.name}`);
}
