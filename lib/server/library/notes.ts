import { getDb } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { libraryChanged } from "./changed";
import { keepGiven } from "./given";
import { refreshItems } from "./refresh-items";

/** Ids of the sessions in the bin. */
async function binnedIds(): Promise<Set<string>> {
  const db = await getDb();
  const notes = await db.sessionNote.findMany({ where: { deletedAt: { not: null } }, select: { sessionId: true } });
  return new Set(notes.map(({ sessionId }) => sessionId));
}

/** Leaves out sessions in the bin, which appear in no list and no run. */
export async function withoutBinned<T extends { readonly id: string }>(sessions: readonly T[]): Promise<T[]> {
  const binned = await binnedIds();
  return sessions.filter(({ id }) => !binned.has(id));
}

/** The reader's title for the session; null if it shows the log's title. */
export async function ownTitle(id: string): Promise<string | null> {
  const db = await getDb();
  const note = await db.sessionNote.findUnique({ where: { sessionId: id }, select: { title: true } });
  return note?.title ?? null;
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
