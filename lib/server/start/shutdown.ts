import type { Server } from "node:http";
import { closeDb } from "../db/get-db";
import { abortJobs, jobsEnded } from "../jobs/jobs";
import { log } from "../process/log";
import { beginStopping } from "../process/stopping";

/** scripts/front-door.mjs keeps the HTTP servers of its process here. */
const SERVERS = Symbol.for("winnow.servers");
/** Time for requests and jobs to end by themselves, then for those that are stopped. Together below ten seconds. */
const PATIENCE_MS = 8_000;
const LAST_MS = 1_500;
/** A terminal sends Ctrl+C to the whole group, and the start script passes it on: the second one is no second wish. */
const SAME_WISH_MS = 1_000;

/**
 * Stops the server when it is asked to (SIGTERM, Ctrl+C): takes no new requests, lets requests and jobs end for eight
 * seconds, then stops what is left. An import that was accepted goes on at the next start. The exit code is 0. A second
 * signal, a second later or more, ends the process at once.
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
  await within(PATIENCE_MS, Promise.all([closed, jobsEnded()]));
  abortJobs();
  await within(LAST_MS, jobsEnded());
  for (const server of servers) server.closeAllConnections();
  await closeDb();
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
