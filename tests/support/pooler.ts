import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "pg";
import { serverAccount } from "./postgres-binaries";
import type { PostgresCluster } from "./postgres-cluster";

const PROGRAM =
  ["pgbouncer", "/usr/sbin/pgbouncer"].find((name) => spawnSync(name, ["--version"]).status === 0) ?? null;

export const hasPooler = PROGRAM !== null;

export type Pooler = {
  /** A database's URL through the pooler. */
  url(database: string): string;
  /** The result of a SHOW command on its console, such as `pools`. */
  show(what: string): Promise<Record<string, unknown>[]>;
  remove(): Promise<void>;
};

/** pgbouncer in transaction mode in front of a test server, on a separate socket, with few shared connections. */
export async function startPooler(cluster: PostgresCluster, connections = 5): Promise<Pooler> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-pooler-"));
  const account = serverAccount();
  const settings = [
    "[databases]",
    `* = host=${cluster.directory}`,
    "[pgbouncer]",
    "listen_addr =",
    `unix_socket_dir = ${directory}`,
    "auth_type = trust",
    `auth_file = ${directory}/users`,
    "admin_users = winnow",
    "pool_mode = transaction",
    `default_pool_size = ${connections}`,
    "max_client_conn = 200",
  ];
  fs.writeFileSync(path.join(directory, "users"), '"winnow" ""\n');
  fs.writeFileSync(path.join(directory, "settings.ini"), settings.join("\n"));
  if (account)
    for (const name of ["", "users", "settings.ini"])
      fs.chownSync(path.join(directory, name), account.uid, account.gid);
  const log = fs.openSync(path.join(directory, "log"), "a");
  const child: ChildProcess = spawn(PROGRAM ?? "", [path.join(directory, "settings.ini")], {
    cwd: directory,
    ...account,
    stdio: ["ignore", log, log],
  });
  fs.closeSync(log);
  process.once("exit", () => child.kill("SIGQUIT"));
  const url = (database: string) =>
    `postgres://winnow@localhost:6432/${database}?host=${encodeURIComponent(directory)}`;
  const giveUp = Date.now() + 20_000;
  while (!(await answers(url("postgres")))) {
    if (Date.now() > giveUp || child.exitCode !== null)
      throw new Error(`pgbouncer did not start: ${fs.readFileSync(path.join(directory, "log"), "utf8").slice(-500)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    show: async (what) => {
      const client = new Client(url("pgbouncer"));
      await client.connect();
      try {
        return (await client.query(`SHOW ${what}`)).rows;
      } finally {
        await client.end();
      }
    },
    remove: async () => {
      child.kill("SIGINT");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client(url);
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
