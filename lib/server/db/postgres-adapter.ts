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
      try {
        await transaction.executeRaw({ sql: `SELECT pg_advisory_xact_lock(${WRITER_LOCK})`, args: [], argTypes: [] });
        return transaction;
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
    };
    return adapter;
  }
}

/** An idle connection broke off: the pool makes another, so this is no failure yet. */
const noteLoss = ({ message }: Error): void => log().warn({ message }, "a connection to the database was lost");
