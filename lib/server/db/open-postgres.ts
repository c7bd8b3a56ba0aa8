import fs from "node:fs";
import { PrismaPg } from "@prisma/adapter-pg";
import type { PrismaClient as Db } from "@/prisma/clients/embedded.mjs";
import { PrismaClient } from "@/prisma/clients/postgres.mjs";
import { objectStore } from "../objects/object-store";
import { log } from "../process/log";
import { type PostgresTarget, readPostgresUrl } from "../process/postgres-url";
import { directDatabaseUrl, isPooled } from "../process/settings";
import { bindDirectory } from "./bind-directory";
import { reportingDown } from "./database-down";
import { TRANSACTION_LIMITS } from "./lock-patience";
import { losslessText } from "./lossless-text";
import { migratePostgres } from "./migrate-postgres";

/**
 * Migrates a PostgreSQL database and returns a client of it. Its type comes from the same models as the embedded
 * client's, so the cast hides only PostgreSQL's extra abilities.
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

/** An arbitrary lock number. Every transaction holds this lock to its end. */
const WRITER_LOCK = "5711021";

/** Seconds to wait for a connection and for an answer, so a hanging database does not block the server. */
const CONNECT_SECONDS = 5;
const QUERY_SECONDS = 30;
/** Shorter than the transaction limit, so the database ends the wait and the connection stays usable. */
const LOCK_SECONDS = 25;

/**
 * Runs transactions one at a time, as BEGIN IMMEDIATE does for the embedded file. Under READ COMMITTED, two of them
 * could both find a row missing and write it, or one could delete what another starts to use. Callers read before they
 * write, so this gives both databases the same behaviour. Reads and single statements do not wait.
 */
class OneWriterPg extends PrismaPg {
  constructor({ connectionString, schema }: PostgresTarget, isPooled = false) {
    const seconds = 1000;
    super(
      {
        connectionString,
        application_name: "winnow",
        connectionTimeoutMillis: CONNECT_SECONDS * seconds,
        query_timeout: QUERY_SECONDS * seconds,
        ...(!isPooled && { lock_timeout: LOCK_SECONDS * seconds }), // a pooler refuses such parameters
        keepAlive: true,
      },
      { ...(schema !== null && { schema }), onPoolError: noteLoss, onConnectionError: noteLoss },
    );
  }

  override async connect() {
    const adapter = reportingDown(losslessText(await super.connect()));
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => {
      const transaction = await start(isolationLevel);
      const run = (sql: string) => transaction.executeRaw({ sql, args: [], argTypes: [] });
      try {
        await run(`SELECT set_config('lock_timeout', '${LOCK_SECONDS}s', true), pg_advisory_xact_lock(${WRITER_LOCK})`);
        return transaction;
      } catch (error) {
        await run("ROLLBACK").catch(() => {}); // the connection may be what failed
        await transaction.rollback(); // returns the connection to the pool
        throw error;
      }
    };
    return adapter;
  }
}

/** Logs the loss of an idle connection. It is not a failure: the pool opens another. */
const noteLoss = ({ message }: Error): void => log().warn({ message }, "a connection to the database was lost");
