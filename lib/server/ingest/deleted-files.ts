import { getDb } from "../db/get-db";
import { dropGiven } from "../library/given";
import { deleteBlob } from "../objects/blobs";
import { asServer, currentProject } from "../process/caller-context";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { forgetDeletions, listDeletions } from "../store/deleted-sessions";
import { followState } from "../store/follow-state";
import { dropImportNote, noteKey, readImportNote } from "../store/import-notes";
import {
  filesOf,
  filesOfMissing,
  findUnshown,
  type MissingImport,
  missingImports,
  type NotedFile,
  rememberMissing,
  thoseWithBytes,
} from "../store/missing-imports";
import { inTurn } from "../store/snapshots";
import { dropUnusedBlobs } from "./import-rows";

/**
 * The state of the files of a deleted session or older revision: gone, or left for later because disk or store failed.
 */
export type FilesOf = { readonly files: "gone" | "left" };

const RETRY_MS = 60_000;

/**
 * Removes the files of a session or revision whose rows are gone. A failure does not fail the deletion: remaining files
 * are retried every minute and at the next start.
 */
export async function unlessLeft(removeFiles: () => Promise<void>): Promise<FilesOf> {
  try {
    await removeFiles();
    return { files: "gone" };
  } catch (error) {
    log().warn({ name: (error as Error).name }, "files without rows stay until disk or store responds again");
    retryLater();
    return { files: "left" };
  }
}

/** Lets a person import deleted sessions again, without their old comments, titles and tags. */
export async function beginAgain(ids: readonly string[]): Promise<void> {
  const deleted = await listDeletions();
  await dropGiven(new Set(ids.filter((id) => deleted.has(id))));
  await forgetDeletions(ids);
}

/** Runs the work of the timer, for tests. */
export const removeLeft = (): Promise<void> =>
  asServer(() => inTurn(async () => removeDeletedFiles(await listDeletions())));

function retryLater(): void {
  const retry = processState("left-files", () => ({ timer: null as NodeJS.Timeout | null }));
  retry.timer ??= setTimeout(() => {
    retry.timer = null;
    removeLeft().catch(retryLater);
  }, RETRY_MS).unref();
}

/** Removes files whose rows are gone, after deletions and replaced revisions, including interrupted ones. */
export async function removeDeletedFiles(deleted: ReadonlySet<string>): Promise<void> {
  await dropGiven(deleted);
  const isDeleted = ({ note }: NotedFile) => note.sessions.length > 0 && note.sessions.every((id) => deleted.has(id));
  const gone: NotedFile[] = [];
  const others: NotedFile[] = [];
  for (const file of await findUnshown()) (isDeleted(file) || (await isReplaced(file)) ? gone : others).push(file);
  const kept = await thoseWithBytes(others);
  rememberMissing(kept);
  for (const file of gone) await removeFilesOf(file, file.note.project, filesOfMissing(kept));
}

/** True if the library has a newer revision of the followed file. */
async function isReplaced({ sha256, note }: NotedFile): Promise<boolean> {
  const newest = followState().newerThan(sha256, note.project);
  if (newest === undefined) return false;
  const where = { sha256: newest, projectId: note.project };
  return (await (await getDb()).importedFile.count({ where })) > 0;
}

/**
 * Removes files of replaced revisions in the current project whose rows were deleted with the import of a newer one.
 * Call within `inTurn`.
 */
export async function removeOlderFiles(shas: readonly string[]): Promise<void> {
  const project = currentProject();
  const isOlder = ({ sha256, note }: MissingImport) => shas.includes(sha256) && (note?.project ?? project) === project;
  const needed = filesOfMissing(missingImports().filter((missing) => !isOlder(missing)));
  for (const sha256 of shas)
    await removeFilesOf({ sha256, note: readImportNote(noteKey(sha256, project)) }, project, needed);
}

/** The note goes last: the next start uses it to find remaining files. */
async function removeFilesOf(missing: MissingImport, project: string, needed: ReadonlySet<string>): Promise<void> {
  const shas = filesOf(missing).filter((sha) => !needed.has(sha));
  await dropUnusedBlobs(shas);
  const used = await (await getDb()).blob.findMany({ where: { sha256: { in: shas } }, select: { sha256: true } });
  const isUsed = new Set(used.map((row) => row.sha256));
  for (const sha of shas) if (!isUsed.has(sha)) await deleteBlob(sha);
  dropImportNote(missing.sha256, project);
}
