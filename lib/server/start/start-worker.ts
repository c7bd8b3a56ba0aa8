import { log } from "../process/log";
import { isShared } from "../replicas/channel";
import { joinOthers } from "./join-others";
import { openData, reasonOf } from "./open-data";
import { stopOnSignals } from "./shutdown";

/**
 * Starts a process that runs jobs and answers no requests: `npm run worker`, `winnow worker`. If it cannot
 * run, prints the reason to stderr and exits with code 1.
 */
export async function startWorker(): Promise<void> {
  stopOnSignals();
  try {
    if (!isShared())
      throw new Error(
        "DATABASE_URL is not a PostgreSQL database. With the embedded database, the server runs all jobs itself",
      );
    await openData();
    await joinOthers({ worksJobs: true });
    log().info("working jobs");
  } catch (error) {
    console.error(`The worker cannot start: ${reasonOf(error)}`);
    process.exit(1);
  }
}
