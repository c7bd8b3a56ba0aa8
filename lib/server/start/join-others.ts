import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { loadKeys } from "../door/api-keys";
import { reconcileImports } from "../job-queue/accepted-imports";
import { workJobs } from "../job-queue/work-jobs";
import { watchInterrupted } from "../jobs/interrupted-jobs";
import { abortJob } from "../jobs/jobs";
import { indexInBackground } from "../library/indexer";
import { bringOwnModels } from "../models/shared-models";
import { dropCopiesOf } from "../objects/blobs";
import { forgetOwnSignIns } from "../people/sign-ins";
import { onClose } from "../process/closers";
import { log } from "../process/log";
import { PARSER_VERSION } from "../process/parser-version";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";
import { tidyUp } from "../repair/tidy-up";
import { processId, type Told, whenTold } from "../replicas/channel";
import { join } from "../replicas/presence";
import { refreshMissing } from "../store/missing-imports";
import { rereadSettings } from "../store/preferences";
import { forgetIndex } from "../store/session-indexes";
import { dropCopies, dropStale } from "../store/shared-derived";
import { inTurn } from "../store/snapshots";

/** Joins the processes on the database, and runs jobs for them if `worksJobs`. */
export async function joinOthers({ worksJobs }: { readonly worksJobs: boolean }): Promise<void> {
  heedOthers();
  await join(async () => {
    await tidyUp();
    await reconcileImports();
  });
  await dropCopies(); // other processes may have made changes since this one last ran
  await inTurn(refreshMissing); // when alone, no import is half published
  watchInterrupted();
  watchIncoming();
  if (worksJobs) await workJobs();
}

/** Updates this process's caches when others change data, and stops its work when another process cancels it. */
export function heedOthers(): void {
  const state = processState("heeding", () => ({ isHeeding: false }));
  if (state.isHeeding) return;
  state.isHeeding = true;
  const forget = whenTold(heed);
  onClose(async () => {
    forget();
    state.isHeeding = false;
  });
}

function heed({ topic, ids, from }: Told): void {
  if (topic === "cancel") for (const id of ids) abortJob(id);
  if (topic === "library" && from !== processId()) {
    for (const id of ids) forgetIndex({ id, parserVersion: PARSER_VERSION });
    indexInBackground();
    void dropStale(ids).catch(noteFailure);
  }
  if (topic === "gone" && from !== processId()) void dropCopiesOf(ids).catch(noteFailure);
  if (topic === "missed") void dropCopies().catch(noteFailure);
  if (topic === "missed" || (topic === "access" && from !== processId())) {
    forgetOwnSignIns();
    void loadKeys().catch(noteFailure);
  }
  if (topic === "missed" || (topic === "settings" && from !== processId()))
    void rereadSettings().then(bringOwnModels).catch(noteFailure);
}

const noteFailure = ({ message }: Error): void =>
  log().warn({ message }, "what others changed could not be read again");

const DAY_MS = 86_400_000;
const CHECK_MS = 3_600_000;

/**
 * Removes leftovers in `incoming/` from processes killed while receiving or importing. Nothing there is needed after a
 * day: arriving bytes change their file, and an import takes minutes. Returns how many.
 */
export async function dropOldIncoming(now: Date): Promise<number> {
  const folder = path.join(dataDir(), "incoming");
  let dropped = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name);
    if (now.getTime() - (await lastChange(place)) < DAY_MS) continue;
    await rm(place, { recursive: true, force: true });
    dropped += 1;
  }
  return dropped;
}

/**
 * The latest change time of a folder and everything in it, because a second link to an old file has the old file's
 * modification time.
 */
async function lastChange(place: string): Promise<number> {
  const inside = await readdir(place, { recursive: true }).catch(() => []); // a file has none
  const times = await Promise.all(
    [place, ...inside.map((name) => path.join(place, name))].map(async (entry) => (await stat(entry)).ctimeMs),
  ).catch(() => [Number.POSITIVE_INFINITY]); // the entry was moved meanwhile, so somebody needs it
  return Math.max(...times);
}

/**
 * Removes leftovers now and every hour. Every process does so if several share the work, because each may have its own
 * directory; a single process empties the whole folder at its start.
 */
function watchIncoming(): void {
  const check = () =>
    dropOldIncoming(new Date()).then(
      (dropped) => dropped > 0 && log().info({ dropped }, "what was partly received a day ago was removed"),
      (error: Error) => log().warn({ message: error.message }, "what was partly received could not be removed"),
    );
  void check();
  processState("incoming-watch", () => setInterval(check, CHECK_MS).unref());
}
