import type { Deletion } from "@/lib/api/schemas/deletion";
import { listBackups } from "../db/backups";
import { getDb } from "../db/get-db";
import { isPostgresUrl } from "../process/postgres-url";
import { databaseUrl, dataDir } from "../process/settings";
import { assertNotJoined } from "../store/session-aliases";
import { deleteSession } from "./sessions";

/** DELETE /api/sessions/:id: deletes it for good, and returns the database backups that still contain its rows. */
export async function answerDeletion(id: string): Promise<Deletion> {
  const db = await getDb();
  const row = await db.session.findUnique({ where: { id }, select: { createdAt: true } });
  if (row === null) await assertNotJoined(id);
  const { files } = await deleteSession(id);
  return { id, files, backups: backupsSince(row?.createdAt ?? new Date(0)) };
}

/** The database backups since this time. Null: Winnow does not back up PostgreSQL databases. */
export function backupsSince(time: Date): Deletion["backups"] {
  if (isPostgresUrl(databaseUrl())) return null;
  const backups = listBackups(dataDir()).filter((backup) => backup.created_at >= time.toISOString());
  return backups.map(({ name, created_at }) => ({ name, created_at }));
}
