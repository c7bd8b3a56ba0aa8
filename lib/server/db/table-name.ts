import { Prisma } from "@/prisma/generated/client";
import { isPostgresUrl, readPostgresUrl } from "../process/postgres-url";
import { databaseUrl } from "../process/settings";

/** Whether statements that cannot be the same on both databases are those of PostgreSQL. */
export const isPostgres = (): boolean => isPostgresUrl(databaseUrl());

/** A table in a statement written by hand, with the schema that the address of the database may name. */
export function tableName(name: string): Prisma.Sql {
  const url = databaseUrl();
  const schema = isPostgresUrl(url) ? readPostgresUrl(url).schema : null;
  return Prisma.raw(schema === null ? `"${name}"` : `"${schema.replaceAll('"', '""')}"."${name}"`);
}
