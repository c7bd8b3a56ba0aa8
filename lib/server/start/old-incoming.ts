import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";

const DAY_MS = 86_400_000;
const CHECK_MS = 3_600_000;

/**
 * Removes what was left behind in `incoming/` by a process that was killed while it received or imported something. Nothing
 * there is needed for a day: bytes that arrive change their file, and one import has minutes. Returns how many.
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

/** The change time of the place and all inside it: a second name for an old file has the old file's time of writing. */
async function lastChange(place: string): Promise<number> {
  const inside = await readdir(place, { recursive: true }).catch(() => []); // a file has none
  const times = await Promise.all(
    [place, ...inside.map((name) => path.join(place, name))].map(async (entry) => (await stat(entry)).ctimeMs),
  ).catch(() => [Number.POSITIVE_INFINITY]); // it was moved meanwhile, so somebody needs it
  return Math.max(...times);
}

/**
 * Removes it now and every hour. Each process does so if several share the work, because each may have a directory of its
 * own; one that is alone empties the whole folder when it starts.
 */
export function watchIncoming(): void {
  const check = () =>
    dropOldIncoming(new Date()).then(
      (dropped) => dropped > 0 && log().info({ dropped }, "what was partly received a day ago was removed"),
      (error: Error) => log().warn({ message: error.message }, "what was partly received could not be removed"),
    );
  void check();
  processState("incoming-watch", () => setInterval(check, CHECK_MS).unref());
}
