import { type Db, getDb, type Transaction } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { asServer } from "../process/caller-context";
import { COPY, ITEM_VERSION, toItemRow, valuesOf, WHOLE, withCount } from "./item-row";
import { readRows } from "./read-rows";

/** Ids per statement, because databases limit the number of parameters. */
const BATCH = 400;

/** Rebuilds the library rows of these sessions, in the transaction that changed them or the reader's additions. */
export async function refreshItems(transaction: Transaction, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) await refreshBatch(transaction, ids.slice(from, from + BATCH));
}

async function refreshBatch(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const where = { sessionId: { in: [...ids] } };
  const before = await likesOf(transaction, where);
  const states = await transaction.searchState.findMany({ where });
  const stateOf = new Map(states.map((state) => [state.sessionId, state]));
  const rows = await readRows(transaction, ids);
  const files = new Map(
    (await transaction.session.findMany({ where: { id: { in: [...ids] } }, select: { id: true, fileId: true } })).map(
      ({ id, fileId }) => [id, fileId],
    ),
  );
  const items = rows.map((row) => {
    const state = stateOf.get(row.entry.id);
    const isWhole = state?.isWhole === true && state.fileId === files.get(row.entry.id);
    return toItemRow(row, state ? { number: state.number, isWhole } : null);
  });
  await transaction.libraryItem.deleteMany({ where });
  await transaction.libraryItem.createMany({ data: items });
  await transaction.libraryValue.createMany({ data: rows.flatMap(({ entry }) => valuesOf(entry)) });
  await findCopies(transaction, [...before, ...items.flatMap(({ likeHash }) => likeHash ?? [])]);
}

type Which = { readonly sessionId?: { in: string[] }; readonly session?: { fileId: { in: string[] } } };

/**
 * Keys under which sessions are compared as copies. Read them before sessions disappear, then pass them to
 * `findCopies`.
 */
export async function likesOf(transaction: Transaction, where: Which): Promise<string[]> {
  const rows = await transaction.libraryItem.findMany({ where, select: { likeHash: true } });
  return rows.flatMap(({ likeHash }) => likeHash ?? []);
}

/**
 * Among sessions with the same title, client and start, the original is the one with the most requests, then the first
 * import.
 */
export async function findCopies(transaction: Transaction, likes: readonly string[]): Promise<void> {
  const alike = await transaction.libraryItem.findMany({
    where: { likeHash: { in: [...new Set(likes)] } },
    select: { sessionId: true, likeHash: true, copyOf: true, countsJson: true },
    orderBy: [{ likeHash: "asc" }, { requests: "desc" }, { importedAt: "asc" }, { sessionId: "desc" }],
  });
  let original = alike[0];
  for (const item of alike) {
    if (item.likeHash !== original?.likeHash) original = item;
    const copyOf = item === original ? null : (original?.sessionId ?? null);
    if (copyOf === item.copyOf) continue;
    const data = { copyOf, countsJson: withCount(item.countsJson, COPY, copyOf !== null) };
    await transaction.libraryItem.update({ where: { sessionId: item.sessionId }, data });
  }
}

/** Records how much of a session's text is in the search index. */
export async function noteIndexed(
  transaction: Transaction,
  sessionId: string,
  number: number | null,
  isIndexed: boolean,
): Promise<void> {
  const item = await transaction.libraryItem.findUnique({ where: { sessionId }, select: { countsJson: true } });
  if (item === null) return;
  const data = { number, isIndexed, countsJson: withCount(item.countsJson, WHOLE, isIndexed) };
  await transaction.libraryItem.update({ where: { sessionId }, data });
}

/**
 * Rebuilds missing or outdated rows: once after an upgrade, and for sessions written without rows. Returns how many.
 */
export async function makeMissingItems(db: Db): Promise<number> {
  for (let made = 0; ; ) {
    const missing = await db.session.findMany({ where: { item: null }, select: { id: true }, take: BATCH });
    const older = { item: { version: { not: ITEM_VERSION } } };
    const outdated =
      missing.length > 0 ? [] : await db.session.findMany({ where: older, select: { id: true }, take: BATCH });
    const ids = [...missing, ...outdated].map(({ id }) => id);
    if (ids.length === 0) return made;
    await withReserve(() => db.$transaction((transaction) => refreshItems(transaction, ids)));
    made += ids.length;
  }
}

const complete = new WeakMap<Db, Promise<number>>();

/** The database, with a LibraryItem row for each session. */
export async function libraryDb(): Promise<Db> {
  const db = await getDb();
  const making = complete.get(db) ?? asServer(() => makeMissingItems(db));
  complete.set(db, making);
  making.catch(() => complete.delete(db)); // the next caller tries again
  await making;
  return db;
}
