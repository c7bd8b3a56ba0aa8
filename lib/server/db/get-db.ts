import type { Client } from "@libsql/client";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaClient } from "@/prisma/clients/embedded.mjs";
import { closeAll } from "../process/closers";
import { fileOfUrl } from "../process/file-url";
import { log } from "../process/log";
import { isPostgresUrl } from "../process/postgres-url";
import { processState } from "../process/process-state";
import { databaseUrl, dataDir } from "../process/settings";
import { damageOf } from "./database-damage";
import { KeptConnection } from "./kept-connection";
import { LOCK_PATIENCE_MS, TRANSACTION_LIMITS, waitingForLocks } from "./lock-patience";
import { losslessText } from "./lossless-text";
import { takeOwnership } from "./owner-lock";
import { prepareEmbedded } from "./prepare-embedded";
import { withProjects } from "./project-scope";

export type Db = PrismaClient;
export type Transaction = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

/**
 * The only client of this process, for a migrated database. It sees only rows visible to the running work's caller
 * (project-scope.ts). Main thread only; workers never open the database.
 */
export function getDb(): Promise<Db> {
  const url = databaseUrl();
  const damage = damageOf(url);
  if (damage) return Promise.reject(damage);
  const clients = openClients();
  const opened = clients.get(url) ?? openDb(url);
  clients.set(url, opened);
  opened.catch(() => clients.delete(url)); // the next caller tries again
  return opened;
}

async function openDb(url: string): Promise<Db> {
  const directory = dataDir();
  if (isPostgresUrl(url)) return withProjects(await (await import("./open-postgres")).openPostgres(url, directory));
  takeOwnership(directory);
  await prepareEmbedded(url, directory);
  return withProjects(new PrismaClient({ adapter: new ImmediateLibSql(url), transactionOptions: TRANSACTION_LIMITS }));
}

/** Closes the database, for tests and an orderly stop. The embedded one's file is then complete and can be copied. */
export async function closeDb(): Promise<void> {
  await closeAll();
  await emptyLogs();
  const all = [...openClients().values()];
  openClients().clear();
  for (const client of all) await (await client).$disconnect();
}

const openClients = () => processState("databases", () => new Map<string, Promise<Db>>());

/** Moves the write-ahead log of an embedded database into the database and frees its space. */
export async function emptyLogs(): Promise<void> {
  for (const [url, client] of openClients()) {
    if (isPostgresUrl(url)) continue;
    try {
      await (await client).$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`;
    } catch (error) {
      log().warn({ code: (error as { code?: string }).code }, "the log beside the database stays for the next start");
    }
  }
}

/**
 * Prisma's adapter with a single connection to an embedded file. Its transactions are immediate and wait for other
 * processes.
 */
export class ImmediateLibSql extends PrismaLibSql {
  constructor(
    readonly url: string,
    readonly patience = LOCK_PATIENCE_MS,
  ) {
    super({ url });
  }

  override createClient() {
    return new KeptConnection(fileOfUrl(this.url)) as unknown as Client; // the class has all methods that the adapter uses
  }

  override async connect() {
    return losslessText(waitingForLocks(await super.connect(), this.patience));
  }
}
