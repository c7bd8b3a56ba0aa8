import fs from "node:fs";
import type { PrismaClient as Db } from "@/prisma/generated/client";
import { PrismaClient } from "@/prisma/postgres/generated/client";
import { objectStore } from "../objects/object-store";
import { readPostgresUrl } from "../process/postgres-url";
import { directDatabaseUrl, isPooled } from "../process/settings";
import { bindDirectory } from "./bind-directory";
import { TRANSACTION_LIMITS } from "./lock-patience";
import { migratePostgres } from "./migrate-postgres";
import { OneWriterPg } from "./postgres-adapter";

/**
 * A client of a migrated PostgreSQL database. Its type is generated from the same models as that of the embedded one, so
 * the cast only hides what PostgreSQL alone can do.
 */
export async function openPostgres(url: string, directory: string): Promise<Db> {
  const target = readPostgresUrl(url);
  fs.mkdirSync(directory, { recursive: true });
  const areFilesElsewhere = objectStore().kind === "s3";
  await migratePostgres(readPostgresUrl(directDatabaseUrl()), (client) =>
    bindDirectory(client, directory, areFilesElsewhere),
  );
  const client = new PrismaClient({
    adapter: new OneWriterPg(target, isPooled()),
    transactionOptions: TRANSACTION_LIMITS,
  });
  return client as unknown as Db;
}
