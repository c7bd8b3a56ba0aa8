import { getDb } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { libraryChanged } from "./changed";
import { keepGiven } from "./given";
import { libraryDb, refreshItems } from "./refresh-items";

/** Leaves out sessions in the bin and copies of other sessions. */
export async function withoutBinnedAndCopies<T extends { readonly id: string }>(sessions: readonly T[]): Promise<T[]> {
  const db = await libraryDb();
  const select = { sessionId: true } as const;
  const binned = await db.sessionNote.findMany({ where: { deletedAt: { not: null } }, select });
  const copies = await db.libraryItem.findMany({ where: { copyOf: { not: null } }, select });
  const isLeft = new Set([...binned, ...copies].map(({ sessionId }) => sessionId));
  return sessions.filter(({ id }) => !isLeft.has(id));
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
