/** Builds the worker bundle once for the whole run (vitest `globalSetup`); without it each file of the server builds its own. */
export async function setup(): Promise<void> {
  const { buildWorker } = (await import("../../scripts/build-worker.mjs" as string)) as {
    buildWorker(): Promise<string>;
  };
  await buildWorker();
  process.env.WINNOW_TEST_WORKER = "built";
}
