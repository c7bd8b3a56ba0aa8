import { type Client, type InStatement, Sqlite3Client, type Transaction } from "@libsql/client/sqlite3";
import Database from "libsql";

/** libSQL blocks the whole process while it waits for a lock. Longer waits retry (lock-patience.ts). */
const BUSY_TIMEOUT_MS = 10;

type Commands = "execute" | "executeMultiple" | "transaction" | "close";
type TransactionCommands = "execute" | "executeMultiple" | "commit" | "rollback" | "close";

/**
 * A libSQL client with one connection for everything, because the original client opens a connection for every
 * transaction and closes none. Callers must run one transaction at a time, as Prisma's adapter does.
 */
export class KeptConnection implements Pick<Client, Commands> {
  #database: Database.Database;
  #client: Sqlite3Client;

  constructor(readonly file: string) {
    [this.#database, this.#client] = open(file);
  }

  execute(statement: InStatement) {
    return this.#client.execute(statement);
  }

  async executeMultiple(sql: string): Promise<void> {
    this.#database.exec(sql);
  }

  /** Uses BEGIN IMMEDIATE, because a deferred transaction that reads and then writes fails immediately under contention. */
  async transaction(): Promise<Transaction> {
    this.#begin();
    const transaction = new KeptTransaction(this.#database, this.#client, () => this.#reopen());
    return transaction as unknown as Transaction; // the object has all methods that are used here
  }

  close(): void {
    this.#client.close();
  }

  /**
   * Uses `exec`, because a prepared statement that finds the database locked stays open and makes every later COMMIT
   * fail.
   */
  #begin(): void {
    try {
      this.#database.exec("BEGIN IMMEDIATE");
    } catch (error) {
      if (!isLocked(error)) this.#reopen(); // the state of such a connection is unknown
      throw error;
    }
  }

  #reopen(): void {
    this.#client.close();
    [this.#database, this.#client] = open(this.file);
  }
}

class KeptTransaction implements Pick<Transaction, TransactionCommands> {
  #isOver = false;

  constructor(
    readonly database: Database.Database,
    readonly client: Sqlite3Client,
    readonly dropConnection: () => void,
  ) {}

  async execute(statement: InStatement) {
    this.#assertOpen();
    return this.client.execute(statement);
  }

  async executeMultiple(sql: string): Promise<void> {
    this.#assertOpen();
    this.database.exec(sql);
  }

  async commit(): Promise<void> {
    this.#assertOpen();
    try {
      this.database.exec("COMMIT");
      this.#isOver = true;
    } catch (error) {
      this.close();
      this.dropConnection();
      throw error;
    }
  }

  async rollback(): Promise<void> {
    this.close();
  }

  /** Rolls back unless committed. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.database.inTransaction) return; // SQLite rolls back by itself after some failures, such as a full disk
    try {
      this.database.exec("ROLLBACK");
    } catch {
      this.dropConnection();
    }
  }

  #assertOpen(): void {
    if (this.#isOver || !this.database.inTransaction) throw new Error("the transaction is over");
  }
}

function open(file: string): [Database.Database, Sqlite3Client] {
  const options = { timeout: BUSY_TIMEOUT_MS };
  const database = new Database(file, options);
  return [database, new Sqlite3Client(file, options, database, "number")];
}

/**
 * True if another connection has the lock: SQLITE_BUSY from libSQL, or the error into which Prisma's adapter
 * converts it.
 */
export function isLocked(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { kind?: unknown } };
  return (typeof code === "string" && code.startsWith("SQLITE_BUSY")) || cause?.kind === "SocketTimeout";
}
