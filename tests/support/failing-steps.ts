import fs from "node:fs";
import promises from "node:fs/promises";
import { KeptConnection } from "@/lib/server/db/kept-connection";
import { isFull } from "./record-figure";

/** A failure of a kind unknown to the program. */
export class InjectedFailure extends Error {
  constructor(readonly step: string) {
    super(`made to fail: ${step}`);
    this.name = "InjectedFailure";
  }
}

/** Functions that change files and that the server's main thread calls. Calls inside a Node function count once. */
const SYNC = ["renameSync", "rmSync", "writeFileSync", "mkdirSync", "linkSync", "unlinkSync", "cpSync"] as const;
const ASYNC = ["rename", "rm", "writeFile", "mkdir", "link", "unlink", "copyFile"] as const;

type Steps = { count: number; failsAt: number; failed: string | null };
type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Counts the server's steps on files and database, and makes one of them fail. A step is a statement, BEGIN or COMMIT of
 * the embedded database, or a change of a file. Wraps Node's functions and the connection, so the program is unchanged.
 */
export class FailingSteps {
  readonly #steps: Steps = { count: 0, failsAt: 0, failed: null };
  readonly #undo: (() => void)[] = [];

  /** Importers share the functions of `node:fs/promises` only through its default export; see the mock in the test. */
  constructor() {
    for (const name of SYNC) this.#wrap(fs as unknown as Record<string, Method>, name, name);
    for (const name of ASYNC) this.#wrap(promises as unknown as Record<string, Method>, name, name);
    const connection = KeptConnection.prototype as unknown as Record<string, Method>;
    this.#wrap(connection, "execute", "statement");
    this.#wrapTransactions(connection);
  }

  /** Runs the work with its `failsAt`-th step failing. Returns what failed; null if the work has fewer steps. */
  async run(failsAt: number, work: () => Promise<unknown>): Promise<string | null> {
    Object.assign(this.#steps, { count: 0, failsAt, failed: null });
    try {
      await work();
    } finally {
      this.#steps.failsAt = 0;
    }
    return this.#steps.failed;
  }

  /** Runs the work without a failure. Returns the number of its steps. */
  async count(work: () => Promise<unknown>): Promise<number> {
    await this.run(0, work);
    return this.#steps.count;
  }

  restore(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  #step(what: string): void {
    const steps = this.#steps;
    steps.count += 1;
    if (steps.failsAt === 0 || steps.count !== steps.failsAt) return;
    steps.failed = what;
    throw new InjectedFailure(what);
  }

  #wrap(holder: Record<string, Method>, name: string, what: string): void {
    const original = holder[name] as Method;
    const step = (target: unknown) => this.#step(`${what} ${shortOf(target)}`);
    holder[name] = function (this: unknown, ...args) {
      step(args[0]);
      return original.apply(this, args);
    };
    this.#undo.push(() => {
      holder[name] = original;
    });
  }

  #wrapTransactions(connection: Record<string, Method>): void {
    const original = connection.transaction as Method;
    const step = (what: string) => this.#step(what);
    connection.transaction = async function (this: unknown) {
      step("BEGIN");
      const transaction = (await original.call(this)) as Record<string, Method>;
      const { execute, executeMultiple, commit, close } = transaction as Record<string, Method>;
      transaction.execute = async (statement) => {
        step(`statement ${shortOf(statement)}`);
        return (execute as Method).call(transaction, statement);
      };
      transaction.executeMultiple = async (sql) => {
        step(`statements ${shortOf(sql)}`);
        return (executeMultiple as Method).call(transaction, sql);
      };
      transaction.commit = async () => {
        try {
          step("COMMIT");
        } catch (error) {
          (close as Method).call(transaction); // a failed COMMIT leaves no transaction
          throw error;
        }
        return (commit as Method).call(transaction);
      };
      return transaction;
    };
    this.#undo.push(() => {
      connection.transaction = original;
    });
  }
}

function shortOf(value: unknown): string {
  const text = typeof value === "object" && value !== null && "sql" in value ? String(value.sql) : String(value);
  return text.replace(/[\s`"]+/g, " ").slice(0, 60);
}

/** Maximum time for trying all steps; on a busy machine it tries fewer. */
const WALK_MS = isFull ? 45_000 : 3_000;
const STRIDE = isFull ? 4 : 8;

/**
 * Tries steps until the time is up: the first, the last and every fourth or eighth, then those next to them, so that
 * skipped steps are spread evenly. Returns how many were tried; a minimum share always is.
 */
export async function tryEach(total: number, attempt: (step: number) => Promise<void>): Promise<number> {
  const until = Date.now() + WALK_MS;
  const all = Array.from({ length: total }, (_, index) => index + 1);
  const isEnd = (step: number) => step === 1 || step === total;
  const rounds = Array.from({ length: STRIDE }, (_, round) =>
    all.filter((step) => (isEnd(step) ? round === 0 : step % STRIDE === round)),
  );
  let tried = 0;
  for (const [round, steps] of rounds.entries())
    for (const step of steps) {
      if (round > 0 && Date.now() > until) return tried;
      await attempt(step);
      tried += 1;
    }
  return tried;
}
