import { audit } from "../audit/audit";
import { getDb } from "../db/get-db";
import { asServer } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { deleteSession } from "../sessions/sessions";
import { dropOldJobs } from "../store/old-jobs";
import { isClockSteady } from "../store/steady-clock";
import { dueBefore } from "./projects";

const CHECK_MS = 3_600_000;

/** Deletes sessions past their project's retention period for good. Returns how many. */
export async function deleteDue(now: Date): Promise<number> {
  const db = await getDb();
  let deleted = 0;
  for (const { id: projectId, retentionDays } of await db.project.findMany({
    where: { retentionDays: { not: null } },
  })) {
    const before = dueBefore(retentionDays, now);
    if (before === null) continue;
    const due = await db.session.findMany({ where: { projectId, createdAt: { lt: before } }, select: { id: true } });
    let gone = 0;
    for (const { id } of due) if (await isDeleted(id)) gone += 1;
    if (gone > 0) await audit({ action: "retention-run", subject: projectId, projectId, detail: `sessions: ${gone}` });
    deleted += gone;
  }
  return deleted;
}

/** A failure, for example because another call deleted it first, does not stop the others. */
const isDeleted = (id: string): Promise<boolean> =>
  deleteSession(id).then(
    () => true,
    () => false,
  );

/** Deletes due sessions now and every hour, while the clock is trustworthy. */
export function watchRetention(): void {
  const check = () =>
    asServer(async () => {
      if (!(await isClockSteady("retention"))) return;
      const [deleted, jobs] = [await deleteDue(new Date()), await dropOldJobs(new Date())];
      if (deleted > 0) log().info({ deleted }, "sessions past their project's retention were deleted");
      if (jobs > 0) log().info({ jobs }, "jobs that ended long ago were deleted");
    }).catch((error: Error) => log().warn({ message: error.message }, "data past its retention could not be deleted"));
  void check();
  processState("retention-watch", () => setInterval(check, CHECK_MS).unref());
}
