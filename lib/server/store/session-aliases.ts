import { Problem } from "@/lib/api/problem";
import type { KeptIds } from "@/lib/importers/keep-ids";
import { sessionSubject } from "@/lib/transcript/state-model";
import { getDb, type Transaction } from "../db/get-db";
import { currentProject } from "../process/caller-context";

/** Maps the id from the importer to the stored id of the current project's session. */
export async function listKeptIds(): Promise<Record<string, string>> {
  const db = await getDb();
  const where = { projectId: currentProject(), isMade: true };
  const rows = await db.sessionAlias.findMany({ where, select: { id: true, sessionId: true } });
  return Object.fromEntries(rows.map(({ id, sessionId }) => [id, sessionId]));
}

/** Current ids of sessions by requested id; ids that lead nowhere are absent. */
export async function currentIds(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const db = await getDb();
  const rows = await db.sessionAlias.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, sessionId: true },
  });
  const where = { id: { in: rows.map(({ sessionId }) => sessionId) } };
  const shown = new Set((await db.session.findMany({ where, select: { id: true } })).map(({ id }) => id));
  return new Map(rows.flatMap(({ id, sessionId }) => (shown.has(sessionId) ? [[id, sessionId] as const] : [])));
}

/** Every id of a session except its current one. */
export async function aliasesOf(sessionId: string): Promise<string[]> {
  const db = await getDb();
  const rows = await db.sessionAlias.findMany({ where: { sessionId }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/**
 * Refuses to delete a session by the id of one that was merged into it, because more would be deleted than requested.
 */
export async function assertNotJoined(id: string): Promise<void> {
  const alias = await (await getDb()).sessionAlias.findUnique({ where: { id } });
  const session = (await currentIds([id])).get(id);
  if (session === undefined || alias?.isMade) return;
  const detail = `the session is a part of ${session} now; delete that one to delete all of it`;
  throw new Problem(409, "session-joined", detail, { extra: { session } });
}

const MOVED = "session-moved";

/** The problem for an id without a session: its new address, or that it does not exist. */
export async function missingSession(id: string): Promise<Problem> {
  const session = (await currentIds([id])).get(id);
  if (session === undefined) return new Problem(404, "no-such-session", "there is no session with that id");
  const detail = `the session is now ${session}: it keeps an older id, or was joined into that one`;
  return new Problem(308, MOVED, detail, { extra: { session } });
}

/** The session's current id, if the problem contains it. */
export function movedTo({ code, options }: Problem): string | null {
  const { session } = options.extra ?? {};
  return code === MOVED && typeof session === "string" ? session : null;
}

/** Adds the address of the same call with the session's current id. Other problems stay unchanged. */
export function atNewAddress(problem: Problem, { url }: Request): Problem {
  const id = movedTo(problem);
  if (id === null) return problem;
  const { pathname, search } = new URL(url);
  const location = pathname.replace(/\/sessions\/[^/]+/, `/sessions/${id}`) + search;
  const isElsewhere = location !== pathname + search;
  const { status, code, detail, options } = problem;
  const headers = { ...options.headers, ...(isElsewhere && { location }) };
  return new Problem(isElsewhere ? status : 404, code, detail, { ...options, headers });
}

/**
 * Stores the other ids of an import's sessions, and moves the data of sessions that were merged into others. The rows
 * of the import must exist.
 */
export async function saveAliases(transaction: Transaction, keptIds: KeptIds, ids: readonly string[]) {
  const { kept, joined, conversation, parts } = keptIds;
  await transaction.sessionAlias.deleteMany({ where: { id: { in: [...ids] } } }); // these ids lead to no other session
  for (const [id, sessionId] of kept) await lead(transaction, { id, sessionId, isMade: true });
  for (const [from, into] of joined) if (!ids.includes(from)) await joinSession(transaction, from, into);
  if (conversation === null) return;
  for (const part of parts) await joinConversation(transaction, part, conversation);
  const [whole] = ids;
  if (whole !== undefined) await holdConversation(transaction, whole, conversation);
}

async function joinSession(transaction: Transaction, from: string, into: string): Promise<void> {
  if (await isSession(transaction, into)) await moveSession(transaction, from, into);
}

/** A part of a conversation waits under the conversation's id until a file that contains it is read. */
async function joinConversation(transaction: Transaction, part: string, conversation: string): Promise<void> {
  const known = await transaction.sessionAlias.findUnique({ where: { id: conversation } });
  await moveSession(transaction, part, known?.sessionId ?? conversation);
}

/**
 * Makes the session reachable by its conversation's id too, and attaches what waits there, unless another session has
 * that id.
 */
async function holdConversation(transaction: Transaction, session: string, conversation: string): Promise<void> {
  if (!(await isSession(transaction, conversation))) await moveSession(transaction, conversation, session);
}

const isSession = async (transaction: Transaction, id: string): Promise<boolean> =>
  (await transaction.session.count({ where: { id } })) > 0;

/** Redirects a session's id to another, and moves its comments, tags, title and runs there. */
async function moveSession(transaction: Transaction, from: string, into: string): Promise<void> {
  if (from === into) return;
  await transaction.session.deleteMany({ where: { id: from } });
  await transaction.sessionAlias.updateMany({ where: { sessionId: from }, data: { sessionId: into } });
  await lead(transaction, { id: from, sessionId: into, isMade: false });
  const [where, data] = [{ sessionId: from }, { sessionId: into }];
  await transaction.comment.updateMany({ where, data });
  await transaction.run.updateMany({ where, data });
  await transaction.storedOutput.updateMany({ where, data });
  await moveTags(transaction, from, into);
  await moveNote(transaction, from, into);
  await moveStatement(transaction, from, into);
}

type Alias = { readonly id: string; readonly sessionId: string; readonly isMade: boolean };

async function lead(transaction: Transaction, alias: Alias): Promise<void> {
  await transaction.sessionAlias.upsert({ where: { id: alias.id }, create: alias, update: alias });
}

async function moveTags(transaction: Transaction, sessionId: string, into: string): Promise<void> {
  for (const { tag } of await transaction.sessionTag.findMany({ where: { sessionId } })) {
    const row = { sessionId: into, tag };
    await transaction.sessionTag.upsert({ where: { sessionId_tag: row }, create: row, update: {} });
  }
  await transaction.sessionTag.deleteMany({ where: { sessionId } });
}

/**
 * Moves the title, unless the other session has one. The move of one session to the bin does not put the merged session
 * there.
 */
async function moveNote(transaction: Transaction, sessionId: string, into: string): Promise<void> {
  const note = await transaction.sessionNote.findUnique({ where: { sessionId } });
  if (note === null) return;
  await transaction.sessionNote.delete({ where: { sessionId } });
  const own = await transaction.sessionNote.findUnique({ where: { sessionId: into } });
  const title = own?.title ?? note.title;
  if (title === null || title === own?.title) return;
  await transaction.sessionNote.upsert({
    where: { sessionId: into },
    create: { sessionId: into, title },
    update: { title },
  });
}

async function moveStatement(transaction: Transaction, from: string, into: string): Promise<void> {
  const [where, subject] = [{ subject: sessionSubject(from) }, sessionSubject(into)];
  const hasOwn = (await transaction.modelStatement.count({ where: { subject } })) > 0;
  if (hasOwn) await transaction.modelStatement.deleteMany({ where });
  else await transaction.modelStatement.updateMany({ where, data: { subject } });
}
