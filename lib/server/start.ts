import { isDatabaseDamaged } from "./db/database-damage";
import { getDb } from "./db/get-db";
import { fileOf } from "./db/kept-connection";
import { isPostgresUrl } from "./db/postgres-url";
import { offerExample } from "./example";
import { ensureFollowing } from "./follow-loop";
import { assertFrontDoor } from "./front-door";
import { failInterruptedJobs } from "./jobs";
import { log } from "./log";
import { repairModes, startPrivate } from "./private-files";
import { problemOfPlatform } from "./problem";
import { rebuildOutdated } from "./rebuild";
import { keepReserve, withReserve } from "./reserve";
import { assertLoopback, databaseUrl, dataDir } from "./settings";
import { sweepLeftovers } from "./sweep";

/**
 * Start-up of one server process. A sentence on stderr and exit code 1 say why it cannot run. With a damaged database it
 * runs all the same: each page then says what happened, and offers the ways out.
 */
export async function startServer(): Promise<void> {
  try {
    assertFrontDoor();
    assertLoopback();
    startPrivate(dataDir(), embeddedFile());
    await withReserve(getDb);
  } catch (error) {
    const { message } = error as Error;
    if (isDatabaseDamaged(error)) return log().error({ problems: error.problems }, "the database is damaged");
    const known = problemOfPlatform(error);
    console.error(`Winnow cannot start: ${known ? `${known.detail} (${message})` : message}`);
    process.exit(1);
  }
  await tidyUp();
  // Not awaited: pages answer meanwhile, and without either they still work.
  void inBackground();
}

/** Null when the database is a server's. */
function embeddedFile(): string | null {
  const url = databaseUrl();
  return isPostgresUrl(url) ? null : fileOf(url);
}

/** What a start does once the database is open; again when another one was put in its place. */
export async function tidyUp(): Promise<void> {
  await withReserve(failInterruptedJobs);
  log().info(await sweepLeftovers(), "swept");
}

async function inBackground(): Promise<void> {
  try {
    keepReserve();
    const repaired = await repairModes(dataDir());
    if (repaired > 0) log().info({ repaired }, "files that others could read are private now");
    const rebuilt = await rebuildOutdated();
    if (rebuilt > 0) log().info({ rebuilt }, "files read again by the new parser");
    await offerExample();
    ensureFollowing();
  } catch (error) {
    const { name, message } = error as Error;
    log().warn({ name, message }, "start-up work in the background failed");
  }
}
