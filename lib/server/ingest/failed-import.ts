import { rm } from "node:fs/promises";
import { getDb } from "../db/get-db";
import { derivedPath } from "../files/derived";
import { deleteBlob, hasBlob } from "../objects/blobs";
import { currentProject } from "../process/caller-context";
import { log } from "../process/log";
import { PARSER_VERSION } from "../process/parser-version";
import { dropImportNote, hasImportNote } from "../store/import-notes";
import { inTurn } from "../store/snapshots";

/**
 * Returns a function that undoes a failed import. Call this before the import moves its files into place: blobs that
 * exist by then belong to an earlier import, for example when a file is re-read, and are kept.
 */
export async function undoOf(
  shas: readonly string[],
  main: string,
  sessions: readonly string[],
): Promise<() => Promise<void>> {
  const fresh: string[] = [];
  for (const sha of shas) if (!(await hasBlob(sha))) fresh.push(sha);
  const hadNote = hasImportNote(main);
  return async () => {
    await dropUnnamed(fresh, sessions);
    // Another project may have the same bytes, so they stay.
    const isGone = fresh.includes(main) ? !(await hasBlob(main)) : !hadNote && !(await isImported(main));
    if (isGone) dropImportNote(main);
  };
}

/** True if the current project has a row for the file. */
export async function isImported(sha256: string): Promise<boolean> {
  const db = await getDb();
  return (await db.importedFile.count({ where: { sha256, projectId: currentProject() } })) > 0;
}

/**
 * Removes files that a failed import already moved into place, because its caller learns that nothing was kept. Keeps
 * files to which a row refers or which another import has pinned; release the import's own pin first. If the database
 * does not answer, the files stay until the next start finds them.
 */
export async function dropUnnamed(shas: readonly string[], sessions: readonly string[]): Promise<void> {
  try {
    await dropBlobs(shas);
    await dropDerived(sessions);
  } catch (error) {
    log().warn({ name: (error as Error).name }, "files of a failed import stay until the next start");
  }
}

/** Deletes blobs whose deletion waited for the end of an import, unless a row refers to them now. */
export async function dropUnwanted(shas: readonly string[]): Promise<void> {
  if (shas.length === 0) return;
  await inTurn(async () => {
    await dropUnnamed(shas, []);
    for (const sha of shas) if (!(await hasBlob(sha))) dropImportNote(sha);
  });
}

async function dropBlobs(shas: readonly string[]): Promise<void> {
  const db = await getDb();
  const rows = await db.blob.findMany({ where: { sha256: { in: [...shas] } }, select: { sha256: true } });
  const named = new Set(rows.map(({ sha256 }) => sha256));
  for (const sha of shas) if (!named.has(sha)) await deleteBlob(sha);
}

async function dropDerived(sessions: readonly string[]): Promise<void> {
  const db = await getDb();
  const rows = await db.session.findMany({ where: { id: { in: [...sessions] } }, select: { id: true } });
  const named = new Set(rows.map(({ id }) => id));
  const unnamed = sessions.filter((id) => !named.has(id));
  for (const id of unnamed) await rm(derivedPath(PARSER_VERSION, id), { force: true });
}
