import { getDb } from "./db/get-db";
import { offerExample } from "./example";
import { ensureFollowing } from "./follow-loop";
import { failInterruptedJobs } from "./jobs";
import { log } from "./log";
import { problemOfPlatform } from "./problem";
import { rebuildOutdated } from "./rebuild";
import { assertLoopback } from "./settings";
import { sweepLeftovers } from "./sweep";

/** Start-up of one server process. A sentence on stderr and exit code 1 say why it cannot run. */
export async function startServer(): Promise<void> {
  try {
    assertLoopback();
    await getDb();
  } catch (error) {
    const { message } = error as Error;
    const known = problemOfPlatform(error);
    console.error(`Winnow cannot start: ${known ? `${known.detail} (${message})` : message}`);
    process.exit(1);
  }
  await failInterruptedJobs();
  log().info(await sweepLeftovers(), "swept");
  // Not awaited: pages answer meanwhile, and without either they still work.
  void inBackground();
}

async function inBackground(): Promise<void> {
  try {
    const rebuilt = await rebuildOutdated();
    if (rebuilt > 0) log().info({ rebuilt }, "files read again by the new parser");
    await offerExample();
    ensureFollowing();
  } catch (error) {
    const { name, message } = error as Error;
    log().warn({ name, message }, "start-up work in the background failed");
  }
}
