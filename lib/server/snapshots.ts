import PQueue from "p-queue";
import { getDb, type Transaction } from "./db/get-db";
import { processState } from "./process-state";
import type { DerivedSession } from "./workers/derived-session";

export type SortedSnapshots = {
  /** What the library is to show. */
  readonly current: readonly DerivedSession[];
  /** Ids of `current` whose place an older snapshot has so far. */
  readonly replacing: readonly string[];
  /** Ids of sessions of which the library has a newer snapshot. */
  readonly older: readonly string[];
};

/**
 * Asking what the library holds of a session and taking its place is one step, for which imports wait for each other: of
 * two snapshots that arrive at the same moment each would be told that there is none. Reading and analysing go on beside it.
 */
export const inTurn = <T>(publish: () => Promise<T>): Promise<T> =>
  processState("publishing", () => new PQueue({ concurrency: 1 })).add(publish);

/**
 * Clients that write a session's whole file anew leave snapshots of it; all have the session's own id, and the one that
 * goes on longest is the session. To be called `inTurn`. `ownShas`: files whose sessions are revised here, not compared with.
 */
export async function sortSnapshots(
  sessions: readonly DerivedSession[],
  ownShas: readonly string[],
): Promise<SortedSnapshots> {
  const db = await getDb();
  const held = await db.session.findMany({
    where: { id: { in: sessions.map(({ id }) => id) }, file: { sha256: { notIn: [...ownShas] } } },
    select: { id: true, endedAt: true, messages: true },
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

type Held = { readonly endedAt: Date | null; readonly messages: number };

/** The last time that both say decides; without one, or at the same time, the longer session is the newer one. */
function isBefore({ endedAt, messages }: DerivedSession, held: Held): boolean {
  const [time, heldTime] = [endedAt === null ? Number.NaN : Date.parse(endedAt), held.endedAt?.getTime() ?? Number.NaN];
  return time === heldTime || Number.isNaN(time - heldTime) ? messages < held.messages : time < heldTime;
}

/** Takes the rows of files, but `fileId`, that hold older snapshots of a session only; returns the hashes of their bytes. */
export async function removeOlderSnapshots(transaction: Transaction, id: string, fileId: string): Promise<string[]> {
  const files = await transaction.importedFile.findMany({
    where: { id: { not: fileId }, sessions: { none: {} }, reportJson: { contains: `"${id}"` } },
    select: { id: true, sha256: true, companions: { select: { sha256: true } } },
  });
  await transaction.importedFile.deleteMany({ where: { id: { in: files.map((file) => file.id) } } });
  return files.flatMap((file) => [file.sha256, ...file.companions.map(({ sha256 }) => sha256)]);
}
