import type { LibraryBin } from "@/lib/api/schemas/library-list";
import { asServer } from "../caller-context";
import { getDb } from "../db/get-db";
import { log } from "../log";
import { readSettings } from "../preferences";
import { processState } from "../process-state";
import { deleteSession } from "../sessions";
import { readRows } from "./read-rows";
import { libraryDb } from "./refresh-items";

const DAY_MS = 86_400_000;
const CHECK_MS = 3_600_000;

type Page = { readonly offset: number; readonly limit: number };

/** A page of what is in the bin, newest first. */
export async function listBin({ offset, limit }: Page): Promise<LibraryBin> {
  const { bin_days: days } = await readSettings();
  const db = await libraryDb();
  const where = { deletedAt: { not: null } };
  const notes = await db.sessionNote.findMany({
    where,
    orderBy: [{ deletedAt: "desc" }, { sessionId: "asc" }],
    skip: offset,
    take: limit,
    select: { sessionId: true },
  });
  const total = await db.sessionNote.count({ where });
  const ids = notes.map(({ sessionId }) => sessionId);
  const rows = await readRows(db, ids);
  const binned = rows.flatMap(({ entry, deletedAt }) => (deletedAt ? [{ entry, deletedAt }] : []));
  binned.sort((a, b) => b.deletedAt.getTime() - a.deletedAt.getTime());
  const sessions = binned.map(({ entry, deletedAt }) => ({
    id: entry.id,
    title: entry.title,
    bytes: entry.bytes,
    deleted_at: deletedAt.toISOString(),
    leaves_at: new Date(deletedAt.getTime() + days * DAY_MS).toISOString(),
  }));
  return { sessions, total, kept_days: days };
}

/** Deletes for good what was put into the bin long enough before `now`. Returns how many. */
export async function emptyOldBin(now: Date): Promise<number> {
  const db = await getDb();
  const { bin_days: days } = await readSettings();
  const before = new Date(now.getTime() - days * DAY_MS);
  const notes = await db.sessionNote.findMany({ where: { deletedAt: { lt: before } }, select: { sessionId: true } });
  for (const { sessionId } of notes)
    await deleteSession(sessionId).catch(async () => {
      await db.sessionNote.deleteMany({ where: { sessionId } }); // there is no such session any more
    });
  return notes.length;
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
