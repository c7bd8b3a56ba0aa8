import type { LibraryEntry, LibraryRow } from "@/lib/api/schemas/session";
import type { Db, Transaction } from "../db/get-db";
import { readWhole } from "../db/read-whole";

/**
 * The ending of an SQLite write-ahead log. Only logs are selected, because some sessions have thousands of companions.
 */
const LOG = "-wal";
export const LOGS = { where: { name: { endsWith: LOG } }, select: { name: true, bytes: true } } as const;

export type StoredRow = {
  readonly entry: LibraryEntry;
  /** The Winnow project; the entry's own `project` is a folder. */
  readonly projectId: string;
  /** When the session was binned; null if it was not. */
  readonly deletedAt: Date | null;
};

export async function readRows(db: Db | Transaction, ids: readonly string[]): Promise<StoredRow[]> {
  const where = { id: { in: [...ids] } };
  const keyed = { sessionId: { in: [...ids] } };
  const read = () =>
    db.session.findMany({
      where,
      select: {
        id: true,
        projectId: true,
        rowJson: true,
        isExample: true,
        createdAt: true,
        file: { select: { name: true, bytes: true, companions: LOGS } },
      },
    });
  const rows = await readWhole(read, ({ file }) => file !== null);
  const notes = new Map((await db.sessionNote.findMany({ where: keyed })).map((note) => [note.sessionId, note]));
  const tags = new Map<string, string[]>();
  for (const { sessionId, tag } of await db.sessionTag.findMany({ where: keyed }))
    tags.set(sessionId, [...(tags.get(sessionId) ?? []), tag]);
  return rows.map(({ id, projectId, rowJson, isExample, createdAt, file }) => {
    const row = JSON.parse(rowJson) as LibraryRow;
    const note = notes.get(id);
    const entry: LibraryEntry = {
      ...row,
      id,
      title: note?.title ?? row.title,
      logged_title: row.title,
      tags: (tags.get(id) ?? []).sort(),
      is_example: isExample,
      file_name: file.name,
      bytes: file.bytes,
      log_bytes: logBytes(file.companions),
      imported_at: createdAt.toISOString(),
    };
    return { entry, projectId, deletedAt: note?.deletedAt ?? null };
  });
}

/** Bytes of the logs. Checks the ending again, because LIKE ignores case in SQLite but not in PostgreSQL. */
export const logBytes = (companions: readonly { name: string; bytes: number }[]): number =>
  companions.reduce((sum, { name, bytes }) => sum + (name.endsWith(LOG) ? bytes : 0), 0);
