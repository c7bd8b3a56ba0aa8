import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "pg";
import { findPostgres, serverAccount } from "./postgres-binaries";

const PATIENCE_MS = 30_000;

/** The server shared by a process's test files; a module may be loaded more than once. */
const running = globalThis as { winnowTestCluster?: Promise<PostgresCluster> };

/**
 * A private PostgreSQL server on a Unix socket in a temporary directory: no port, no password, and nothing shared with
 * the machine's own server. Sorts as English, to reveal any order that depends on the server's language.
 */
export class PostgresCluster {
  #server: ChildProcess | null = null;
  #databases = 0;

  private constructor(
    readonly binaries: string,
    readonly directory: string,
  ) {}

  /** Null if no server is installed; the caller skips and reports it. */
  static async start(): Promise<PostgresCluster | null> {
    const binaries = findPostgres();
    if (binaries === null) return null;
    const cluster = new PostgresCluster(binaries, fs.mkdtempSync(path.join(os.tmpdir(), "winnow-pg-")));
    const account = serverAccount();
    if (account) fs.chownSync(cluster.directory, account.uid, account.gid);
    cluster.#init();
    await cluster.resume();
    return cluster;
  }

  /** One server for all test files of this process, each with its own databases; it ends with the process. */
  static ofThisProcess(): Promise<PostgresCluster> {
    running.winnowTestCluster ??= PostgresCluster.start().then((cluster) => {
      if (cluster === null) throw new Error("no PostgreSQL server is installed: onPostgres skips such a suite");
      process.once("exit", () => fs.rmSync(cluster.directory, { recursive: true, force: true }));
      return cluster;
    });
    return running.winnowTestCluster;
  }

  get #options() {
    return { cwd: this.directory, ...serverAccount() };
  }

  #init(): void {
    const common = ["-D", "data", "-U", "winnow", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"];
    const initdb = (extra: readonly string[]) =>
      execFileSync(path.join(this.binaries, "initdb"), [...common, ...extra], { ...this.#options, stdio: "pipe" });
    try {
      initdb(["--locale-provider=icu", "--icu-locale=en-US"]);
    } catch {
      fs.rmSync(path.join(this.directory, "data"), { recursive: true, force: true });
      initdb([]); // before 15, or built without ICU
    }
  }

  /** Starts the server, initially or after `stop`; resolves once it answers. */
  async resume(): Promise<void> {
    const settings = ["listen_addresses=", "fsync=off", "shared_buffers=16MB", "max_connections=40"];
    const args = ["-D", "data", "-k", this.directory, ...settings.flatMap((setting) => ["-c", setting])];
    const log = fs.openSync(path.join(this.directory, "log"), "a");
    const server = spawn(path.join(this.binaries, "postgres"), args, { ...this.#options, stdio: ["ignore", log, log] });
    fs.closeSync(log);
    this.#server = server;
    process.once("exit", () => server.kill("SIGQUIT")); // in case nobody stops it
    const giveUp = Date.now() + PATIENCE_MS;
    while (!(await this.#answers())) {
      if (Date.now() > giveUp || server.exitCode !== null) throw new Error(this.#tail());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #answers(): Promise<boolean> {
    const client = new Client(this.url("postgres"));
    const connected = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end();
    return connected;
  }

  #tail(): string {
    return `the test server did not start: ${fs.readFileSync(path.join(this.directory, "log"), "utf8").slice(-500)}`;
  }

  /** Ends the server like a crash, as seen by its clients: their connections break. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server || server.exitCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGINT"); // fast shutdown
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    fs.rmSync(this.directory, { recursive: true, force: true });
  }

  url(database: string): string {
    return `postgres://winnow@localhost/${database}?host=${encodeURIComponent(this.directory)}`;
  }

  /** The URL of a new empty database. */
  async createDatabase(): Promise<string> {
    const name = `db${++this.#databases}`;
    await this.query("postgres", `CREATE DATABASE ${name}`);
    return this.url(name);
  }

  /** Rows of one statement, as objects. */
  async query(database: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client(database.startsWith("postgres:") ? database : this.url(database));
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
}
