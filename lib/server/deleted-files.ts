import { deleteBlob } from "./blobs";
import { asServer } from "./caller-context";
import { getDb } from "./db/get-db";
import { listDeletions } from "./deleted-sessions";
import { dropImportNote } from "./import-notes";
import { dropUnusedBlobs } from "./import-rows";
import { log } from "./log";
import {
  filesOf,
  filesOfMissing,
  findUnshown,
  type NotedFile,
  rememberMissing,
  thoseWithBytes,
} from "./missing-imports";
import { processState } from "./process-state";
import { inTurn } from "./snapshots";

/** Where the files of a deleted session are: gone, or left for later because disk or store did not answer. */
export type FilesOf = { readonly files: "gone" | "left" };

const RETRY_MS = 60_000;

/**
 * Removes the files of a session whose rows are gone. A failure is no failure of the deletion: what is left is tried again
 * every minute, and by the next start.
 */
export async function unlessLeft(removeFiles: () => Promise<void>): Promise<FilesOf> {
  try {
    await removeFiles();
    return { files: "gone" };
  } catch (error) {
    log().warn({ name: (error as Error).name }, "files of a deleted session stay until disk or store answers again");
    retryLater();
    return { files: "left" };
  }
}

/** For tests: what the timer does. */
export const removeLeft = (): Promise<void> =>
  asServer(() => inTurn(async () => removeDeletedFiles(await listDeletions())));

function retryLater(): void {
  const retry = processState("left-files", () => ({ timer: null as NodeJS.Timeout | null }));
  retry.timer ??= setTimeout(() => {
    retry.timer = null;
    removeLeft().catch(retryLater);
  }, RETRY_MS).unref();
}

/** Removes the files of deletions whose rows are gone, those of a deletion that was interrupted too. */
export async function removeDeletedFiles(deleted: ReadonlySet<string>): Promise<void> {
  const isGone = ({ note }: NotedFile) => note.sessions.length > 0 && note.sessions.every((id) => deleted.has(id));
  const unshown = await findUnshown();
  const kept = await thoseWithBytes(unshown.filter((file) => !isGone(file)));
  rememberMissing(kept);
  for (const file of unshown) if (isGone(file)) await removeFilesOf(file, filesOfMissing(kept));
}

async function removeFilesOf(missing: NotedFile, needed: ReadonlySet<string>): Promise<void> {
  const shas = filesOf(missing).filter((sha) => !needed.has(sha));
  await dropUnusedBlobs(shas);
  const used = await (await getDb()).blob.findMany({ where: { sha256: { in: shas } }, select: { sha256: true } });
  const isUsed = new Set(used.map((row) => row.sha256));
  for (const sha of shas) if (!isUsed.has(sha)) await deleteBlob(sha);
  dropImportNote(missing.sha256, missing.note.project);
}
