import { Prisma } from "@/prisma/clients/embedded.mjs";
import { isPostgresUrl, readPostgresUrl } from "../process/postgres-url";
import { databaseUrl } from "../process/settings";

/** Chooses between statements that differ between the two databases. */
export const isPostgres = (): boolean => isPostgresUrl(databaseUrl());

/** A table name for hand-written SQL, with the schema that the database URL may name. */
export function tableName(name: string): Prisma.Sql {
  const url = databaseUrl();
  const schema = isPostgresUrl(url) ? readPostgresUrl(url).schema : null;
  return Prisma.raw(schema === null ? `"${name}"` : `"${schema.replaceAll('"', '""')}"."${name}"`);
}
