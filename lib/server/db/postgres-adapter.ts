import { PrismaPg } from "@prisma/adapter-pg";
import { log } from "../log";
import { tellingDown } from "./database-down";
import { losslessText } from "./lossless-text";
import type { PostgresTarget } from "./postgres-url";

/** Any number: the lock that every transaction holds to its end. */
const WRITER_LOCK = "5711021";

/** Seconds that a connection, and an answer, are waited for: a server that hangs must not hang this one. */
const CONNECT_SECONDS = 5;
const QUERY_SECONDS = 30;
/** Less than that, so that the server ends the waiting and the connection stays good. */
const LOCK_SECONDS = 25;

/**
 * Transactions one after the other, as BEGIN IMMEDIATE makes them on the embedded file. Under READ COMMITTED two of them
 * could each read that something is not there and write it, or delete what the other begins to use; the repositories
 * read before they write, and need not know which database they are on. Reads and single statements do not wait.
 */
export class OneWriterPg extends PrismaPg {
  constructor({ connectionString, schema }: PostgresTarget) {
    const seconds = 1000;
    super(
      {
        connectionString,
        application_name: "winnow",
        connectionTimeoutMillis: CONNECT_SECONDS * seconds,
        query_timeout: QUERY_SECONDS * seconds,
        lock_timeout: LOCK_SECONDS * seconds,
        keepAlive: true,
      },
      { ...(schema !== null && { schema }), onPoolError: noteLoss, onConnectionError: noteLoss },
    );
  }

  override async connect() {
    const adapter = tellingDown(losslessText(await super.connect()));
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => {
      const transaction = await start(isolationLevel);
      const run = (sql: string) => transaction.executeRaw({ sql, args: [], argTypes: [] });
      try {
        await run(`SELECT pg_advisory_xact_lock(${WRITER_LOCK})`);
        return transaction;
      } catch (error) {
        await run("ROLLBACK").catch(() => {}); // the connection may be what failed
        await transaction.rollback(); // gives it back
        throw error;
      }
    };
    return adapter;
  }
}

/** An idle connection broke off: the pool makes another, so this is no failure yet. */
const noteLoss = ({ message }: Error): void => log().warn({ message }, "a connection to the database was lost");
