/** Before the first request: the settings are checked, the database is migrated, leftovers of a crash are swept. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("./lib/server/start");
  await startServer();
}
