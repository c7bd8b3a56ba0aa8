import { withReserve } from "../files/reserve";
import { acceptedJobs } from "../ingest/accepted-files";
import { dropOldBodies } from "../job-queue/job-body";
import { failInterruptedJobs } from "../jobs/jobs";
import { log } from "../process/log";
import { sweepLeftovers } from "./sweep";

/** Runs once the database is open, and again after it was replaced; never while another process uses the directory. */
export async function tidyUp(): Promise<void> {
  const accepted = await acceptedJobs();
  await withReserve(() => failInterruptedJobs(accepted));
  log().info(await sweepLeftovers(), "swept");
  await dropOldBodies();
}
