// `npm start` on a PostgreSQL server that is made for it and removed with it; the end-to-end tests start it (playwright.config.ts).
// With --check it only says, by its exit code, whether there is a PostgreSQL server on this machine.
import { spawn } from "node:child_process";
import { findPostgres } from "./postgres-binaries";
import { PostgresCluster } from "./postgres-cluster";

if (process.argv.includes("--check")) process.exit(findPostgres() === null ? 1 : 0);

const cluster = await PostgresCluster.start();
if (cluster === null) throw new Error("there is no PostgreSQL server on this machine (initdb, postgres)");
const env = { ...process.env, DATABASE_URL: await cluster.createDatabase() };
const server = spawn(process.execPath, ["scripts/run.mjs", "start"], { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
server.once("exit", (code) => void cluster.remove().finally(() => process.exit(code ?? 1)));
