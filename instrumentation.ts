/** Runs before the first request: checks the settings, migrates the database and removes what a crash left behind. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("./lib/server/start");
  await startServer();
}
