import { reconcileImports } from "../accepted-imports";
import { workJobs } from "../job-queue/work-jobs";
import { refreshMissing } from "../missing-imports";
import { watchIncoming } from "../old-incoming";
import { dropCopies } from "../shared-derived";
import { inTurn } from "../snapshots";
import { tidyUp } from "../tidy-up";
import { heedOthers } from "./heed-others";
import { watchInterrupted } from "./interrupted-jobs";
import { join } from "./presence";

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
