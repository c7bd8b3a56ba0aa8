import { getDb } from "./db/get-db";
import { offerExample } from "./example";
import { failInterruptedJobs } from "./jobs";
import { log } from "./log";
import { assertLoopback } from "./settings";
import { sweepLeftovers } from "./sweep";

/** Start-up of one server process. A sentence on stderr and exit code 1 say why it cannot run. */
export async function startServer(): Promise<void> {
  try {
    assertLoopback();
    await getDb();
  } catch (error) {
    console.error(`Winnow cannot start: ${(error as Error).message}`);
    process.exit(1);
  }
  await failInterruptedJobs();
  log().info(await sweepLeftovers(), "swept");
  // Not awaited: pages answer meanwhile, and without the example they still work.
  offerExample().catch((error: Error) => log().warn({ name: error.name, message: error.message }, "no example"));
}
