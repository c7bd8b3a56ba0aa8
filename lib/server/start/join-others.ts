import { reconcileImports } from "../job-queue/accepted-imports";
import { workJobs } from "../job-queue/work-jobs";
import { watchInterrupted } from "../jobs/interrupted-jobs";
import { tidyUp } from "../repair/tidy-up";
import { join } from "../replicas/presence";
import { refreshMissing } from "../store/missing-imports";
import { dropCopies } from "../store/shared-derived";
import { inTurn } from "../store/snapshots";
import { heedOthers } from "./heed-others";
import { watchIncoming } from "./old-incoming";

/** Joins the processes that share the database, and works jobs for them if it should. */
export async function joinOthers({ worksJobs }: { readonly worksJobs: boolean }): Promise<void> {
  heedOthers();
  await join(async () => {
    await tidyUp();
    await reconcileImports();
  });
  await dropCopies(); // what others changed since this process ran last is not known
  await inTurn(refreshMissing); // no import is half published then
  watchInterrupted();
  watchIncoming();
  if (worksJobs) await workJobs();
}
