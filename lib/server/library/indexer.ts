import { type Db, getDb, type Transaction } from "../db/get-db";
import { tableName } from "../db/table-name";
import { derivedPath } from "../files/derived";
import { libraryDb, noteIndexed } from "../library/refresh-items";
import { asServer } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { makeCurrent } from "../store/shared-derived";
import { runTask } from "../workers/pool";
import { insertWords, MAX_MESSAGES, removeWords } from "./search-store";

type Indexer = { work: Promise<void> | null; isAsked: boolean; isOn: boolean; isSwept: boolean };
const indexer = (): Indexer =>
  processState("search-indexer", () => ({ work: null, isAsked: false, isOn: false, isSwept: false }));

/** Called once at a server's start. The index then follows the library. */
export function startIndexing(): void {
  indexer().isOn = true;
  indexInBackground();
}

/**
 * Updates the search index in the background: after each import, and at the start for sessions from older versions or
 * interrupted indexing. One session at a time, a batch of messages at a time.
 */
export function indexInBackground(): void {
  const state = indexer();
  if (state.isOn) run(state);
}

function run(state: Indexer): void {
  state.isAsked = true;
  state.work ??= asServer(() => indexUntilDone(state)).finally(() => {
    state.work = null;
  });
}

async function indexUntilDone(state: Indexer): Promise<void> {
  while (state.isAsked) {
    state.isAsked = false;
    try {
      await indexMissing();
    } catch (error) {
      log().warn({ message: (error as Error).message }, "the search index could not be brought up to date");
    }
  }
}

/** For tests and measurements: waits until everything is indexed. */
export async function whenIndexed(): Promise<void> {
  run(indexer());
  await indexer().work;
}

type Missing = { readonly id: string; readonly fileId: string; readonly parserVersion: number };

/** Sessions per query. */
const AT_ONCE = 200;

/** Sessions whose text is not in the index, newest import first. */
async function missingSessions(db: Db, failed: ReadonlySet<string>): Promise<Missing[]> {
  const items = await db.libraryItem.findMany({
    where: { isIndexed: false, sessionId: { notIn: [...failed] } },
    select: { session: { select: { id: true, fileId: true, parserVersion: true } } },
    orderBy: [{ importedAt: "desc" }, { sessionId: "desc" }],
    take: AT_ONCE,
  });
  return items.flatMap(({ session }) => session ?? []);
}

/** Removes orphaned text from the index, left by an interrupted deletion. */
async function forgetGone(db: Db): Promise<void> {
  const states = await db.$queryRaw<{ sessionId: string }[]>`SELECT s."sessionId" FROM ${tableName("SearchState")} s
    WHERE NOT EXISTS (SELECT 1 FROM ${tableName("Session")} o WHERE o."id" = s."sessionId")`;
  for (const { sessionId } of states) await forgetText(sessionId);
}

async function indexMissing(): Promise<void> {
  const db = await libraryDb();
  if (!indexer().isSwept) await forgetGone(db);
  indexer().isSwept = true;
  const failed = new Set<string>();
  for (let missing = await missingSessions(db, failed); missing.length > 0; missing = await missingSessions(db, failed))
    for (const session of missing) {
      try {
        await indexSession(session);
      } catch (error) {
        // A damaged or deleted session must not keep the others from being indexed.
        failed.add(session.id);
        log().warn({ session: session.id, message: (error as Error).message }, "a session could not be indexed");
      }
    }
}

async function indexSession({ id, fileId, parserVersion }: Missing): Promise<void> {
  const state = await stateOf(id, fileId);
  await makeCurrent({ id, parserVersion, fileId });
  for (let from = state.messages, isWhole = false; !isWhole; ) {
    const input = { path: derivedPath(parserVersion, id), from };
    const { rows, next, total } = await runTask({ kind: "search" as const, input }, { lane: "bulk" });
    isWhole = next >= total || next >= MAX_MESSAGES;
    const db = await getDb();
    await db.$transaction(async (transaction) => {
      await insertWords(
        transaction,
        state.number,
        rows.filter(({ message }) => message < MAX_MESSAGES),
      );
      const where = { number: state.number, fileId };
      const { count } = await transaction.searchState.updateMany({ where, data: { messages: next, isWhole } });
      if (count === 0) throw new Error("it was deleted or read again meanwhile"); // rolls the rows back
      if (isWhole) await noteIndexed(transaction, id, state.number, true);
    });
    from = next;
  }
}

/** The indexing state of a session: resumes after an interruption, restarts after another import. */
async function stateOf(sessionId: string, fileId: string): Promise<{ number: number; messages: number }> {
  const db = await getDb();
  return db.$transaction(async (transaction) => {
    const state = await begunState(transaction, sessionId, fileId);
    await noteIndexed(transaction, sessionId, state.number, state.isWhole);
    return state;
  });
}

async function begunState(transaction: Transaction, sessionId: string, fileId: string) {
  const found = await transaction.searchState.findUnique({ where: { sessionId } });
  if (found?.fileId === fileId) return found;
  if (!found) {
    const session = await transaction.session.findUnique({ where: { id: sessionId }, select: { projectId: true } });
    const ofProject = session && { projectId: session.projectId };
    return transaction.searchState.create({ data: { sessionId, fileId, messages: 0, ...ofProject } });
  }
  await removeWords(transaction, found.number);
  const data = { fileId, messages: 0, isWhole: false };
  return transaction.searchState.update({ where: { sessionId }, data });
}

/** Removes a session's text from the index. */
async function forgetText(sessionId: string): Promise<void> {
  const db = await getDb();
  await db.$transaction((transaction) => forgetTextIn(transaction, sessionId));
}

/** Like `forgetText`, but inside a transaction, so that a session and its text go together. */
export async function forgetTextIn(transaction: Transaction, sessionId: string): Promise<void> {
  const found = await transaction.searchState.findUnique({ where: { sessionId } });
  if (!found) return;
  await removeWords(transaction, found.number);
  await transaction.searchState.delete({ where: { sessionId } });
  await noteIndexed(transaction, sessionId, null, false);
}
