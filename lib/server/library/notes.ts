import { type Db, getDb } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { libraryChanged } from "./changed";
import { keepGiven } from "./given";
import { refreshItems } from "./refresh-items";

/** The reader's title for the session; null if it shows the log's title. */
export async function ownTitle(id: string): Promise<string | null> {
  const db = await getDb();
  const note = await db.sessionNote.findUnique({ where: { sessionId: id }, select: { title: true } });
  return note?.title ?? null;
}

/** The reader's titles by session id, of these sessions or of all. Sessions that show the log's title have none. */
export async function ownTitles(db: Db, ids?: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const notes = await db.sessionNote.findMany({
    where: { title: { not: null }, ...(ids && { sessionId: { in: [...ids] } }) },
    select: { sessionId: true, title: true },
  });
  return new Map(notes.flatMap(({ sessionId, title }) => (title === null ? [] : [[sessionId, title]])));
}

/** A person re-imported these sessions: they leave the bin. */
export async function takeFromBin(ids: readonly string[]): Promise<void> {
  const db = await getDb();
  const where = { sessionId: { in: [...ids] }, deletedAt: { not: null } };
  const binned = await db.sessionNote.findMany({ where, select: { sessionId: true } });
  if (binned.length === 0) return;
  await withReserve(() =>
    db.$transaction(async (transaction) => {
      await transaction.sessionNote.updateMany({ where, data: { deletedAt: null } });
      await refreshItems(
        transaction,
        binned.map(({ sessionId }) => sessionId),
      );
    }),
  );
  await keepGiven(binned.map(({ sessionId }) => sessionId));
  libraryChanged(ids);
}
