import type {
  IsolationLevel,
  SqlDriverAdapter,
  SqlQuery,
  SqlQueryable,
  Transaction,
} from "@prisma/driver-adapter-utils";
import { isLocked } from "./kept-connection";

/** Milliseconds a write waits for another process's lock or for earlier writes. */
export const LOCK_PATIENCE_MS = 20_000;

/** Prisma's limits. They exceed the wait for the lock, so that the database's own error is reported. */
export const TRANSACTION_LIMITS = { maxWait: LOCK_PATIENCE_MS + 5_000, timeout: 60_000 };

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;

/** Retries while another process has the lock. Between attempts, the process does other work. */
export async function whenUnlocked<T>(attempt: () => Promise<T>, patience = LOCK_PATIENCE_MS): Promise<T> {
  const end = performance.now() + patience;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || performance.now() + pause > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * Makes an adapter wait for locks. Each writing statement gets its own transaction, because only BEGIN can fail on a
 * lock without leaving the connection in a bad state.
 */
export function waitingForLocks<T extends SqlDriverAdapter>(adapter: T, patience = LOCK_PATIENCE_MS): T {
  const start = adapter.startTransaction.bind(adapter);
  const { queryRaw, executeRaw } = adapter;
  const begin = (isolationLevel?: IsolationLevel) => whenUnlocked(() => start(isolationLevel), patience);
  const read = <R>(query: SqlQuery, run: (this: SqlQueryable, query: SqlQuery) => Promise<R>) =>
    whenUnlocked(() => run.call(adapter, query), patience);
  adapter.startTransaction = begin;
  adapter.queryRaw = (query) =>
    writes(query) ? alone(begin, (transaction) => transaction.queryRaw(query)) : read(query, queryRaw);
  adapter.executeRaw = (query) =>
    writes(query) ? alone(begin, (transaction) => transaction.executeRaw(query)) : read(query, executeRaw);
  return adapter;
}

const writes = ({ sql }: SqlQuery): boolean => /^\s*(INSERT|UPDATE|DELETE|REPLACE)\b/i.test(sql);

async function alone<R>(begin: () => Promise<Transaction>, work: (transaction: Transaction) => Promise<R>): Promise<R> {
  const transaction = await begin();
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}
