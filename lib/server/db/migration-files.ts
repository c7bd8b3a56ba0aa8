import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { programFile } from "../process/settings";

export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };

/** A folder of migrations shipped with the program, such as `prisma/migrations`. */
export const migrationsIn = (folder: string): string => programFile(folder);

/** The migrations in order. The checksum is the same as Prisma's. */
export function readMigrations(directory: string): Migration[] {
  const fileOf = (name: string) => path.join(directory, name, "migration.sql");
  const names = fs.readdirSync(directory).filter((name) => fs.existsSync(fileOf(name)));
  return names.sort().map((name) => {
    const sql = fs.readFileSync(fileOf(name), "utf8");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

/** Throws if the database has a migration unknown to this version. `applied` are the names in its ledger. */
export function refuseNewerDatabase(applied: readonly string[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new Error(`the database was written by a newer Winnow (migration ${unknown}); update Winnow to open it`);
}

/** True if the migration was already applied. Throws if it has changed since. */
export function isApplied({ name, checksum }: Migration, found: string | undefined): boolean {
  if (found !== undefined && found !== checksum) throw new Error(`migration ${name} was edited after it was applied`);
  return found !== undefined;
}
