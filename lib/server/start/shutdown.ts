import type { Server } from "node:http";
import { closeDb } from "../db/get-db";
import { abortJobs, jobsEnded } from "../jobs/jobs";
import { log } from "../process/log";
import { beginStopping } from "../process/stopping";

/** scripts/front-door.mjs stores its HTTP servers under this symbol. */
const SERVERS = Symbol.for("winnow.servers");
/** Time for requests and jobs to finish, then for aborted ones to end. Together under ten seconds. */
const PATIENCE_MS = 8_000;
const LAST_MS = 1_500;
/**
 * A terminal sends Ctrl+C to the whole group, and the start script forwards it, so the second signal is a duplicate.
 */
const SAME_WISH_MS = 1_000;

/**
 * Stops the server on a signal (SIGTERM, Ctrl+C): takes no new requests, lets requests and jobs finish for eight
 * seconds, then aborts the rest. An accepted import resumes at the next start. The exit code is 0. A further signal, a
 * second later or more, ends the process immediately.
 */
export function stopOnSignals(): void {
  let since: number | null = null;
  const stop = () => {
    if (since === null) void stopServer().finally(() => process.exit(0));
    else if (Date.now() - since > SAME_WISH_MS) process.exit(1);
    since ??= Date.now();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
}

async function stopServer(): Promise<void> {
  log().info("stopping");
  beginStopping();
  const servers = (globalThis as unknown as Record<symbol, Server[] | undefined>)[SERVERS] ?? [];
  const closed = Promise.all(servers.map(close));
  await endJobs(closed);
  for (const server of servers) server.closeAllConnections();
  await closeDb();
}

/** Lets jobs, and other work if it is given, end by themselves for a while, then aborts the jobs. */
export async function endJobs(others: Promise<unknown> = Promise.resolve()): Promise<void> {
  await within(PATIENCE_MS, Promise.all([others, jobsEnded()]));
  abortJobs();
  await within(LAST_MS, jobsEnded());
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
