import { rm } from "node:fs/promises";
import { Problem } from "@/lib/api/problem";
import type { MessagePage, MessageRow } from "@/lib/api/schemas/message-row";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import type { LibraryPage, SessionAnswer, SessionSummary } from "@/lib/api/schemas/session";
import { partText } from "@/lib/conversation/part";
import { notesOf } from "@/lib/importers/format-notes";
import type { Session, SessionMessage } from "@/lib/transcript/session";
import { audit } from "../audit/audit";
import { getDb, type Transaction } from "../db/get-db";
import { readWhole } from "../db/read-whole";
import { derivedPath, isFileName } from "../files/derived";
import { withReserve } from "../files/reserve";
import { decodeCursor, encodeCursor } from "../http/cursor";
import { deleteWhatNames, dropOutputNotes } from "../ingest/delete-rows";
import { type FilesOf, unlessLeft } from "../ingest/deleted-files";
import { deleteBlobRows } from "../ingest/import-rows";
import { libraryChanged } from "../library/changed";
import { dropGiven } from "../library/given";
import { forgetTextIn } from "../library/indexer";
import { ownTitle } from "../library/notes";
import { readRows } from "../library/read-rows";
import { findCopies, libraryDb, likesOf } from "../library/refresh-items";
import { sameSessions } from "../library/same-sessions";
import { blobFile, deleteBlob, isWholeBlob } from "../objects/blobs";
import { LIMITS } from "../process/limits";
import { log } from "../process/log";
import { isShared } from "../replicas/channel";
import { forgetDeletions, noteDeletion } from "../store/deleted-sessions";
import { dropImportNote } from "../store/import-notes";
import { hasSimulated, joinSimulated } from "../store/join-simulated";
import { filesOfMissing } from "../store/missing-imports";
import { aliasesOf, missingSession } from "../store/session-aliases";
import { forgetIndex, type SessionPlace } from "../store/session-indexes";
import { dropStates } from "../store/shared-derived";
import { inTurn, removeOlderSnapshots } from "../store/snapshots";
import { rawDamaged } from "./heal-session";
import { loadIndex, readDerived, readLines } from "./session-files";

/** One page of the library, newest import first. May have fewer than `limit` rows if some sessions are in the bin. */
export async function listLibrary(options: { limit?: number; cursor?: string | null } = {}): Promise<LibraryPage> {
  const limit = Math.min(options.limit ?? 50, LIMITS.sessionsPerPage);
  const after = options.cursor ? decodeCursor(options.cursor) : null;
  const db = await libraryDb();
  const rows = await db.session.findMany({
    ...(after && {
      where: { OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }] },
    }),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    select: { id: true, createdAt: true },
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const ids = page.map(({ id }) => id);
  const stored = new Map((await readRows(db, ids)).map((row) => [row.entry.id, row]));
  const items = await db.libraryItem.findMany({
    where: { sessionId: { in: ids } },
    select: { sessionId: true, copyOf: true },
  });
  const originals = new Map(items.map(({ sessionId, copyOf }) => [sessionId, copyOf]));
  return {
    sessions: ids.flatMap((id) => {
      const row = stored.get(id);
      return row && row.deletedAt === null ? [{ ...row.entry, copy_of: originals.get(id) ?? null }] : [];
    }),
    next_cursor: rows.length > limit && last ? encodeCursor(last) : null,
  };
}

const noSuchSession = () => new Problem(404, "no-such-session", "there is no session with that id");

/** The location of the session's files; 404 if there is none, 308 if its id has changed. */
export async function findSession(id: string): Promise<SessionPlace> {
  if (!isFileName(id)) throw noSuchSession();
  const row = await (await getDb()).session.findUnique({
    where: { id },
    select: { parserVersion: true, fileId: true },
  });
  if (!row) throw await missingSession(id);
  return { id, ...row };
}

export async function loadSessionSummary(id: string): Promise<SessionAnswer> {
  const summary = JSON.parse(await readDerived(await findSession(id), "summary.json")) as SessionSummary;
  const title = (await ownTitle(id)) ?? summary.title;
  return { ...summary, title, notes: notesOf(summary.format), same_session: await sameSessions(id) };
}

/** The session without its messages: agents, responses and events. For pages. Some megabytes for a large session. */
export async function loadSessionFrame(id: string): Promise<Omit<Session, "messages">> {
  return JSON.parse(await readDerived(await findSession(id), "session.json")) as Omit<Session, "messages">;
}

/** Rows of one agent, or of all. */
export async function loadRequestRows(id: string, agent: string | null = null): Promise<RequestRow[]> {
  const place = await findSession(id);
  const name = await requestsName(place, agent);
  return (JSON.parse(await readDerived(place, `requests/${name}.json`)) as { requests: RequestRow[] }).requests;
}

/** The answer to GET …/requests as text, so nothing is parsed on the event loop. */
export async function requestRowsText(id: string, agent: string | null): Promise<string> {
  const place = await findSession(id);
  const name = await requestsName(place, agent);
  const rows = await readDerived(place, `requests/${name}.json`);
  if (hasSimulated(rows)) return rows;
  return joinSimulated(rows, await readDerived(place, `simulated-reads/${name}.jsonl`));
}

/** The section name of one agent's requests, or of all. */
const requestsName = async (place: SessionPlace, agent: string | null): Promise<string> =>
  agent === null ? "all" : String(await agentNumber(place, agent));

async function agentNumber(place: SessionPlace, agent: string): Promise<number> {
  const number = (await loadIndex(place)).agents.indexOf(agent);
  if (number >= 0) return number;
  throw new Problem(404, "no-such-agent", "the session has no agent with that id", {
    errors: [{ pointer: "agent", detail: "see agents of GET /api/sessions/:id" }],
  });
}

export type MessageQuery = {
  readonly agent?: string;
  /** Position among the agent's messages. */
  readonly from?: number;
  readonly limit?: number;
  readonly maxChars?: number;
};
/** One page of an agent's messages, read by offset. */
export async function loadMessageRows(id: string, query: MessageQuery = {}): Promise<MessagePage> {
  const place = await findSession(id);
  const { agent = "main", from = 0, limit = 200, maxChars = 2_000 } = query;
  const index = await loadIndex(place);
  const number = await agentNumber(place, agent);
  const lines = index.agentOf.flatMap((owner, line) => (owner === number ? [line] : []));
  const chosen = lines.slice(from, from + limit);
  const rows = await readLines<MessageRow>(place, "message-rows.jsonl", index.rowOffsets, chosen);
  const next = from + chosen.length;
  return {
    total: lines.length,
    messages: rows.map((row) => cutTexts(row, maxChars)),
    next_from: next < lines.length ? next : null,
  };
}

/** Shortens texts, never inside a surrogate pair. */
function cutTexts<T extends { parts: readonly { text: string; truncated: boolean }[] }>(row: T, maxChars: number): T {
  if (row.parts.every((part) => part.text.length <= maxChars)) return row;
  const parts = row.parts.map((part) =>
    part.text.length <= maxChars ? part : { ...part, text: cutText(part.text, maxChars), truncated: true },
  );
  return { ...row, parts };
}

function cutText(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** One complete part. */
export async function loadPart(id: string, partId: string) {
  const place = await findSession(id);
  const line = await findMessageOfPart(place, partId);
  const index = await loadIndex(place);
  const [message] = await readLines<SessionMessage>(place, "messages.jsonl", index.messageOffsets, [line]);
  const part = message?.parts.find((candidate) => candidate.id === partId);
  if (!message || !part) throw noSuchPart();
  const text = partText(part);
  return {
    id: part.id,
    message_id: message.id,
    message_index: line,
    role: message.role,
    type: part.type,
    text,
    chars: text.length,
    part,
  };
}

const noSuchPart = () => new Problem(404, "no-such-part", "the session has no part with that id");

/**
 * Searches parts.index as bytes, because a session may have a million parts, and parsing them would block the server.
 */
async function findMessageOfPart(place: SessionPlace, partId: string): Promise<number> {
  const bytes = Buffer.from(await readDerived(place, "parts.index"));
  const key = Buffer.from(`\n${JSON.stringify(partId)}\t`);
  const at = bytes.indexOf(key);
  if (at < 0) throw noSuchPart();
  const start = at + key.length;
  return Number(bytes.toString("utf8", start, bytes.indexOf("\n", start)));
}

/** A file for download. `sha256` is the expected hash. */
export type RawFile = {
  readonly name: string;
  readonly bytes: number;
  readonly path: string;
  readonly sha256?: string;
};

/** The imported bytes exactly as received; 500 if they have changed since. */
export async function findRawFile(id: string): Promise<RawFile> {
  const db = await getDb();
  const select = { file: { select: { name: true, bytes: true, sha256: true } } } as const;
  const [row] = await readWhole(
    () => db.session.findMany({ where: { id }, select }),
    ({ file }) => file !== null,
  );
  if (!row) throw await missingSession(id);
  const { name, bytes, sha256 } = row.file;
  if (!(await isWholeBlob(sha256))) throw rawDamaged();
  return { name, bytes, sha256, path: await blobFile(sha256) };
}

/**
 * Records the deletion, then deletes rows, then files. Once its rows are deleted, the session is gone, whatever fails
 * afterwards: remaining files are removed later, and the next start finishes after a crash. If several processes share
 * a library, it waits until no import is publishing, because only the importing process knows which files it still
 * needs. A single process knows that itself, so its deletions need not wait for an import.
 */
export const deleteSession = (id: string): Promise<FilesOf> => (isShared() ? inTurn(() => remove(id)) : remove(id));

async function remove(id: string): Promise<FilesOf> {
  await findSession(id);
  const db = await getDb();
  const row = await db.session.findUnique({
    where: { id },
    select: { projectId: true, file: { select: { sha256: true, bytes: true } } },
  });
  if (!row) throw noSuchSession();
  const { projectId: project } = row;
  const names = [id, ...(await aliasesOf(id))];
  for (const name of names) await withReserve(() => noteDeletion(name, { ...row.file, project }));
  const removeRows = async (transaction: Transaction) => {
    const session = await transaction.session.findUnique({
      where: { id },
      select: { fileId: true, projectId: true, parserVersion: true },
    });
    if (!session) throw noSuchSession(); // another call deleted the session first
    const { fileId, projectId, parserVersion } = session;
    const likes = await likesOf(transaction, { sessionId: { in: [id] } });
    await transaction.session.delete({ where: { id } });
    await findCopies(transaction, likes);
    await audit({ action: "delete", subject: id, projectId }, transaction);
    await forgetTextIn(transaction, id);
    const outputs = await deleteWhatNames(transaction, id);
    const aside = outputs.map(({ blobSha256 }) => blobSha256);
    const file = await transaction.importedFile.findUniqueOrThrow({
      where: { id: fileId },
      include: { companions: true, sessions: { select: { id: true }, take: 1 } },
    });
    const older = await removeOlderSnapshots(transaction, id, fileId);
    const isShown = file.sessions.length > 0;
    if (!isShown) await transaction.importedFile.delete({ where: { id: fileId } });
    const own = isShown ? [] : [file.sha256, ...file.companions.map((companion) => companion.sha256)];
    const files = [...own, ...older];
    const place = { id, fileId, parserVersion };
    return { place, outputs, files, unused: await deleteBlobRows(transaction, [...files, ...aside]) };
  };
  const rows = await withReserve(() => db.$transaction(removeRows)).catch(async (error: unknown) => {
    await takeNotesBack(id, names);
    throw error;
  });
  forgetIndex(rows.place);
  libraryChanged([id]);
  return unlessLeft(() => removeFiles(project, rows));
}

/** A deletion reported as failed must not be completed by the next start. */
async function takeNotesBack(id: string, names: readonly string[]): Promise<void> {
  try {
    if ((await (await getDb()).session.count({ where: { id } })) > 0) await forgetDeletions(names);
  } catch (error) {
    log().warn({ session: id, name: (error as Error).name }, "a deletion that failed is done by the next start");
  }
}

type Removed = {
  readonly place: SessionPlace;
  readonly outputs: Parameters<typeof dropOutputNotes>[0];
  /** Imported files to which rows no longer refer. */
  readonly files: readonly string[];
  /** Blobs to which rows no longer refer. */
  readonly unused: readonly string[];
};

/**
 * Removes the files of a session whose rows are gone. A file's note goes last: the next start uses it to find remaining
 * files.
 */
async function removeFiles(project: string, { place, outputs, files, unused }: Removed): Promise<void> {
  await rm(derivedPath(place.parserVersion, place.id), { recursive: true, force: true });
  await dropStates([place]);
  dropOutputNotes(outputs);
  await dropGiven(new Set([place.id]));
  const needed = filesOfMissing();
  for (const sha of unused) if (!needed.has(sha)) await deleteBlob(sha);
  for (const sha of files) dropImportNote(sha, project);
}
