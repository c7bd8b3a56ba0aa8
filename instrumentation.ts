/**
 * Runs before the first request: checks the settings, migrates the database and removes leftovers of a crash. The
 * package's worker process loads this bundle too, because it is the only one of the server's code, but answers no
 * requests.
 */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  if (process.env.WINNOW_PROCESS === "worker") {
    const { startWorker } = await import("./lib/server/start/start-worker");
    return startWorker();
  }
  if (process.env.WINNOW_PROCESS === "migrate") {
    const { migrateAndEnd } = await import("./lib/server/start/migrate-and-end");
    return migrateAndEnd();
  }
  const { startServer } = await import("./lib/server/start/start");
  await startServer();
}
