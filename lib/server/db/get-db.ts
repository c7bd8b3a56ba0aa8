import { PrismaClient } from "@/prisma/generated/client";
import { processState } from "../process-state";
import { databaseUrl, dataDir } from "../settings";
import { refuseBoundDirectory } from "./bind-directory";
import { ImmediateLibSql } from "./immediate-libsql";
import { migrate } from "./migrate";
import { takeOwnership } from "./owner-lock";
import { isPostgresUrl } from "./postgres-url";

export type Db = PrismaClient;
export type Transaction = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

/** The one client of this process, migrated. Only the main thread writes: worker threads never open the database. */
export function getDb(): Promise<Db> {
  const url = databaseUrl();
  const clients = processState("databases", () => new Map<string, Promise<Db>>());
  const opened = clients.get(url) ?? openDb(url);
  clients.set(url, opened);
  opened.catch(() => clients.delete(url)); // the next caller tries again
  return opened;
}

async function openDb(url: string): Promise<Db> {
  const directory = dataDir();
  takeOwnership(directory);
  if (isPostgresUrl(url)) return (await import("./open-postgres")).openPostgres(url, directory);
  refuseBoundDirectory(directory);
  await migrate(url);
  return new PrismaClient({ adapter: new ImmediateLibSql({ url, timeout: 20_000 }) });
}

/** For tests and an orderly stop. */
export async function closeDb(): Promise<void> {
  const clients = processState("databases", () => new Map<string, Promise<Db>>());
  const all = [...clients.values()];
  clients.clear();
  for (const client of all) await (await client).$disconnect();
}
