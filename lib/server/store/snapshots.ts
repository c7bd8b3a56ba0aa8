import PQueue from "p-queue";
import { exclusively } from "../db/exclusively";
import { getDb, type Transaction } from "../db/get-db";
import { keepingCaller } from "../process/caller-context";
import { processState } from "../process/process-state";
import type { DerivedSession } from "../workers/derived-session";

export type SortedSnapshots = {
  /** The sessions to show in the library. */
  readonly current: readonly DerivedSession[];
  /** Ids in `current` that replace an older snapshot. */
  readonly replacing: readonly string[];
  /** Ids of sessions for which the library has a newer snapshot. */
  readonly older: readonly string[];
};

/**
 * Imports publish one after another, across all processes that share the library: each looks up the stored session and
 * replaces it in one step. Otherwise two snapshots that arrive together would both find none, and a deletion could take
 * the files of an import whose rows do not exist yet. Reading and analysing run in parallel.
 */
export const inTurn = <T>(publish: () => Promise<T>): Promise<T> =>
  processState("publishing", () => new PQueue({ concurrency: 1 })).add(
    keepingCaller(() => exclusively("publishing", publish)),
  );

/**
 * Some clients rewrite a session's entire file and so leave several snapshots with the same session id. The one that
 * reaches furthest is shown. Call this within `inTurn`. Sessions of the files `ownShas` are being revised and are not
 * compared.
 */
export async function sortSnapshots(
  sessions: readonly DerivedSession[],
  ownShas: readonly string[],
): Promise<SortedSnapshots> {
  const db = await getDb();
  const held = await db.session.findMany({
    where: { id: { in: sessions.map(({ id }) => id) }, file: { sha256: { notIn: [...ownShas] } } },
    select: { id: true, endedAt: true, messages: true, requests: true },
  });
  const heldById = new Map(held.map((session) => [session.id, session]));
  const isOlder = (session: DerivedSession) => {
    const other = heldById.get(session.id);
    return other !== undefined && isBefore(session, other);
  };
  const current = sessions.filter((session) => !isOlder(session));
  return {
    current,
    replacing: current.flatMap(({ id }) => (heldById.has(id) ? [id] : [])),
    older: sessions.filter(isOlder).map(({ id }) => id),
  };
}

type Held = { readonly endedAt: Date | null; readonly messages: number; readonly requests: number };

/**
 * The later end time is newer. If one is missing or both are equal, the session with more messages is newer. A session
 * without requests, which a client may leave when it resumes, is older than any with one.
 */
function isBefore({ endedAt, messages, requests }: DerivedSession, held: Held): boolean {
  if ((requests === 0) !== (held.requests === 0)) return requests === 0;
  const [time, heldTime] = [endedAt === null ? Number.NaN : Date.parse(endedAt), held.endedAt?.getTime() ?? Number.NaN];
  return time === heldTime || Number.isNaN(time - heldTime) ? messages < held.messages : time < heldTime;
}

/**
 * Removes the rows of files other than `fileId` that contain only older snapshots of the session. Returns
 * their hashes.
 */
export async function removeOlderSnapshots(transaction: Transaction, id: string, fileId: string): Promise<string[]> {
  const reported = await transaction.reportedSession.findMany({
    where: { sessionId: id, fileId: { not: fileId } },
    select: { fileId: true },
  });
  const candidates = reported.map((row) => row.fileId);
  const used = await transaction.session.findMany({
    where: { fileId: { in: candidates } },
    select: { fileId: true },
    distinct: ["fileId"],
  });
  const isUsed = new Set(used.map((row) => row.fileId));
  const files = await transaction.importedFile.findMany({
    where: { id: { in: candidates.filter((file) => !isUsed.has(file)) } },
    select: { id: true, sha256: true, companions: { select: { sha256: true } } },
  });
  await transaction.importedFile.deleteMany({ where: { id: { in: files.map((file) => file.id) } } });
  return files.flatMap((file) => [file.sha256, ...file.companions.map(({ sha256 }) => sha256)]);
}
