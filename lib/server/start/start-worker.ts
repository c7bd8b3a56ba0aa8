import { getDb } from "../db/get-db";
import { startPrivate } from "../files/private-files";
import { problemOfPlatform } from "../http/problem";
import { bringOwnModels } from "../models/shared-models";
import { checkObjects } from "../objects/check-objects";
import { log } from "../process/log";
import { dataDir } from "../process/settings";
import { isShared } from "../replicas/channel";
import { readSettings } from "../store/preferences";
import { joinOthers } from "./join-others";
import { stopOnSignals } from "./shutdown";

/**
 * Starts a process that works jobs and answers no requests: `npm run worker`, `winnow worker`. If it cannot run, prints
 * the reason to stderr and exits with code 1.
 */
export async function startWorker(): Promise<void> {
  stopOnSignals();
  try {
    if (!isShared())
      throw new Error(
        "DATABASE_URL is not a PostgreSQL database. With the embedded one the server works all jobs itself",
      );
    startPrivate(dataDir(), null);
    await getDb();
    await checkObjects();
    await readSettings();
    await bringOwnModels();
    await joinOthers({ worksJobs: true });
    log().info("working jobs");
  } catch (error) {
    const { message } = error as Error;
    const known = problemOfPlatform(error);
    console.error(`The worker cannot start: ${known ? `${known.detail} (${message})` : message}`);
    process.exit(1);
  }
}
