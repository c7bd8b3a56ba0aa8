import type { SqlDriverAdapter, SqlQueryable } from "@prisma/driver-adapter-utils";
import { log } from "../process/log";

/** Server errors that are temporary: shutting down, starting, crashed, too many clients. See PostgreSQL, appendix A. */
const NOT_NOW = /^(08\w{3}|57P0[1235]|53300)$/;
const NOT_NOW_KINDS = new Set(["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"]);

/** The database does not respond. The error has no `code`, so that Prisma passes it on unchanged. */
class DatabaseDown extends Error {
  override readonly name = "DatabaseDown";
}

/** Compares the name, not the class, because the client may come from another bundle in this process. */
export const isDatabaseDown = (error: unknown): boolean => (error as Error | null)?.name === "DatabaseDown";

/** Makes the connection throw DatabaseDown when the server cannot be reached. */
export function reportingDown<T extends SqlDriverAdapter>(adapter: T): T {
  const start = adapter.startTransaction.bind(adapter);
  adapter.startTransaction = async (isolationLevel) => reporting(await orDown(start(isolationLevel)));
  return reporting(adapter);
}

function reporting<T extends SqlQueryable>(connection: T): T {
  const { queryRaw, executeRaw } = connection;
  connection.queryRaw = (query) => orDown(queryRaw.call(connection, query));
  connection.executeRaw = (query) => orDown(executeRaw.call(connection, query));
  return connection;
}

/** Converts connection failures to DatabaseDown. */
export async function orDown<R>(work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    if (!isConnectionFailure(error)) throw error;
    const { message } = error as Error;
    log().warn({ message }, "the database is not responding");
    throw new DatabaseDown("the database is not responding", { cause: error });
  }
}

/** The adapter recognises server errors and some socket failures. Any other error is a connection failure. */
function isConnectionFailure(error: unknown): boolean {
  const { name, cause } = error as { name?: string; cause?: { kind?: string; originalCode?: string } };
  if (name !== "DriverAdapterError") return true;
  return NOT_NOW_KINDS.has(cause?.kind ?? "") || NOT_NOW.test(cause?.originalCode ?? "");
}
