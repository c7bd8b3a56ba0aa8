import { type Comparable, copiesAmong } from "@/lib/transcript/copies";
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
  await findCopies(transaction, [...before, ...items.flatMap(hashesOf)]);
}

type Which = { readonly sessionId?: { in: string[] }; readonly session?: { fileId: { in: string[] } } };

const HASHES = { likeHash: true, clientSessionHash: true, exchangeHash: true } as const;

const hashesOf = (item: Readonly<Record<keyof typeof HASHES, string | null>>): string[] =>
  [item.likeHash, item.clientSessionHash, item.exchangeHash].filter((hash) => hash !== null);

/** Hashes under which sessions are compared as copies. Read them before sessions disappear, then pass them to `findCopies`. */
export async function likesOf(transaction: Transaction, where: Which): Promise<string[]> {
  return (await transaction.libraryItem.findMany({ where, select: HASHES })).flatMap(hashesOf);
}

/** Marks the copies among the sessions with these hashes and all sessions connected to them. */
export async function findCopies(transaction: Transaction, hashes: readonly string[]): Promise<void> {
  const items = await withAnyOf(transaction, hashes);
  const copies = copiesAmong(items.map(toComparable));
  for (const { sessionId, copyOf: before, countsJson } of items) {
    const copyOf = copies.get(sessionId) ?? null;
    if (copyOf === before) continue;
    const data = { copyOf, countsJson: withCount(countsJson, COPY, copyOf !== null) };
    await transaction.libraryItem.update({ where: { sessionId }, data });
  }
}

const COMPARED = {
  sessionId: true,
  format: true,
  ...HASHES,
  requests: true,
  started: true,
  duration: true,
  copyOf: true,
  countsJson: true,
} as const;

/** Maximum number of sessions to compare, because a library may have thousands that begin alike. */
const MAX_COMPARED = 2_000;

/** All sessions connected by shared hashes, directly or through other sessions; oldest import first. */
async function withAnyOf(transaction: Transaction, hashes: readonly string[]) {
  const known = new Set(hashes);
  for (;;) {
    const some = { in: [...known] };
    const items = await transaction.libraryItem.findMany({
      where: { OR: [{ likeHash: some }, { clientSessionHash: some }, { exchangeHash: some }] },
      select: COMPARED,
      orderBy: [{ importedAt: "asc" }, { sessionId: "desc" }],
      take: MAX_COMPARED,
    });
    const found = items.flatMap(hashesOf).filter((hash) => !known.has(hash));
    if (found.length === 0 || items.length === MAX_COMPARED) return items;
    for (const hash of found) known.add(hash);
  }
}

type Compared = Awaited<ReturnType<typeof withAnyOf>>[number];

function toComparable(item: Compared): Comparable {
  const startedAt = item.started === null ? null : Date.parse(item.started);
  return {
    id: item.sessionId,
    format: item.format,
    likeness: item.likeHash,
    clientSession: item.clientSessionHash,
    firstExchange: item.exchangeHash,
    requests: item.requests,
    startedAt,
    endedAt: startedAt === null ? null : startedAt + (item.duration ?? 0) * 1_000,
  };
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
