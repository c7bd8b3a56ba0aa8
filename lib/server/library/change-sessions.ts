import { type LibraryChangeBody, libraryChangeBody } from "@/lib/api/schemas/library-list";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { audit } from "../audit/audit";
import type { Transaction } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { assertMayIn } from "../process/caller-context";
import { readSettings } from "../store/preferences";
import { parseJsonBody } from "../workers/parse-json";
import { assertThere } from "./assert-there";
import { libraryChanged } from "./changed";
import { keepGiven } from "./given";
import { libraryDb, refreshItems } from "./refresh-items";

/** POST /api/library/changes: renames, tags, bins and restores sessions; all changes or none. */
export async function answerLibraryChange(bytes: Uint8Array) {
  const parsed = checkJson(libraryChangeBody, parseJsonBody(bytes));
  if (!parsed.success) throw problemOfZod(parsed.error);
  return { sessions: await changeSessions(parsed.data, new Date()), kept_days: (await readSettings()).bin_days };
}

export async function changeSessions(change: LibraryChangeBody, now: Date): Promise<number> {
  const db = await libraryDb();
  const ids = [...new Set(change.sessions)];
  const sessions = await db.session.findMany({ where: { id: { in: ids } }, select: { id: true, projectId: true } });
  if (change.binned !== undefined) for (const { projectId } of sessions) assertMayIn(projectId, "manage");
  await withReserve(() => db.$transaction((transaction) => apply(transaction, ids, change, now)));
  await keepGiven(ids);
  libraryChanged(ids);
  return ids.length;
}

async function apply(transaction: Transaction, ids: readonly string[], change: LibraryChangeBody, now: Date) {
  await assertThere(transaction, ids);
  const { title, binned, add_tags, remove_tags } = change;
  const note = {
    ...(title !== undefined && { title: title || null }),
    ...(binned !== undefined && { deletedAt: binned ? now : null }),
  };
  for (const sessionId of ids) {
    if (Object.keys(note).length > 0)
      await transaction.sessionNote.upsert({ where: { sessionId }, create: { sessionId, ...note }, update: note });
    if (binned !== undefined) await noteBin(transaction, sessionId, binned);
    for (const tag of new Set(add_tags)) {
      const row = { sessionId, tag };
      await transaction.sessionTag.upsert({ where: { sessionId_tag: row }, create: row, update: {} });
    }
    if (remove_tags.length > 0)
      await transaction.sessionTag.deleteMany({ where: { sessionId, tag: { in: remove_tags } } });
  }
  await refreshItems(transaction, ids);
}

async function noteBin(transaction: Transaction, id: string, binned: boolean): Promise<void> {
  const row = await transaction.session.findUnique({ where: { id }, select: { projectId: true } });
  await audit({ action: binned ? "bin" : "take-back", subject: id, projectId: row?.projectId ?? null }, transaction);
}
