import { Problem } from "@/lib/api/problem";
import type { LibraryBin } from "@/lib/api/schemas/library-list";
import { type Db, getDb } from "../db/get-db";
import { tableName } from "../db/table-name";
import { ownRows } from "../library/conditions";
import { countAll } from "../library/counts";
import { readRows } from "../library/read-rows";
import { libraryDb } from "../library/refresh-items";
import { asServer } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { readSettings } from "../store/preferences";
import { deleteSession } from "./sessions";

const DAY_MS = 86_400_000;
const CHECK_MS = 3_600_000;

type Page = { readonly offset: number; readonly limit: number };

/** A page of the bin, newest first. */
export async function listBin(page: Page): Promise<LibraryBin> {
  const { bin_days: days } = await readSettings();
  const db = await libraryDb();
  const [ids, { binned: total }] = await Promise.all([pageIds(db, page), countAll(db)]);
  const rows = new Map((await readRows(db, ids)).map((row) => [row.entry.id, row]));
  const sessions = ids.flatMap((id) => {
    const { entry, deletedAt } = rows.get(id) ?? {};
    if (!entry || !deletedAt) return []; // the session was restored or deleted meanwhile
    const { title, bytes } = entry;
    const leavesAt = new Date(deletedAt.getTime() + days * DAY_MS);
    return [{ id, title, bytes, deleted_at: deletedAt.toISOString(), leaves_at: leavesAt.toISOString() }];
  });
  return { sessions, total, kept_days: days };
}

/** Notes do not name their session's project, so they are queried together with the rows of the list. */
async function pageIds(db: Db, { offset, limit }: Page): Promise<string[]> {
  const rows = await db.$queryRaw<{ sessionId: string }[]>`
    SELECT i."sessionId" FROM ${tableName("SessionNote")} n
    JOIN ${tableName("LibraryItem")} i ON i."sessionId" = n."sessionId"
    WHERE n."deletedAt" IS NOT NULL AND i."isBinned" AND ${ownRows()}
    ORDER BY n."deletedAt" DESC, n."sessionId" ASC LIMIT ${limit} OFFSET ${offset}`;
  return rows.map(({ sessionId }) => sessionId);
}

/** Permanently deletes sessions whose time in the bin is over. Returns how many. */
export async function emptyOldBin(now: Date): Promise<number> {
  const db = await getDb();
  const { bin_days: days } = await readSettings();
  const before = new Date(now.getTime() - days * DAY_MS);
  const notes = await db.sessionNote.findMany({ where: { deletedAt: { lt: before } }, select: { sessionId: true } });
  let deleted = 0;
  for (const { sessionId } of notes) {
    try {
      await deleteSession(sessionId);
      deleted += 1;
    } catch (error) {
      const isGone = error instanceof Problem && error.status === 404;
      if (isGone) await db.sessionNote.deleteMany({ where: { sessionId } });
      else log().warn({ session: sessionId, name: (error as Error).name }, "a session stays in the bin for now");
    }
  }
  return deleted;
}

/** Empties the bin of old sessions now and every hour. */
export function watchBin(): void {
  const check = () =>
    asServer(() => emptyOldBin(new Date())).then(
      (deleted) => deleted > 0 && log().info({ deleted }, "sessions left the bin"),
      (error: Error) => log().warn({ message: error.message }, "the bin could not be emptied"),
    );
  void check();
  processState("bin-watch", () => setInterval(check, CHECK_MS).unref());
}
