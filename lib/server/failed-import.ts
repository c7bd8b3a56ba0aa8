import fs from "node:fs";
import { rm } from "node:fs/promises";
import { blobPath, deleteBlobFile } from "./blobs";
import { getDb } from "./db/get-db";
import { derivedPath } from "./derived";
import { dropImportNote } from "./import-notes";
import { log } from "./log";
import { PARSER_VERSION } from "./parser-version";

/**
 * What takes a failed import back, to be asked for before its files get their place: bytes that were there before it
 * are older than it and stay, as those of a file that is read again.
 */
export function undoOf(shas: readonly string[], main: string, sessions: readonly string[]): () => Promise<void> {
  const fresh = shas.filter((sha) => !fs.existsSync(blobPath(sha)));
  return async () => {
    await dropUnnamed(fresh, sessions);
    if (fresh.includes(main) && !fs.existsSync(blobPath(main))) dropImportNote(main);
  };
}

/**
 * Removes what a failed import had already put under its final name, since its caller is told that nothing was kept:
 * files that no row names, and that no other import holds. Its own hold must have ended. What a database that does not
 * answer leaves here is found by the next start.
 */
async function dropUnnamed(shas: readonly string[], sessions: readonly string[]): Promise<void> {
  try {
    await dropBlobs(shas);
    await dropDerived(sessions);
  } catch (error) {
    log().warn({ name: (error as Error).name }, "files of a failed import stay until the next start");
  }
}

async function dropBlobs(shas: readonly string[]): Promise<void> {
  const db = await getDb();
  const rows = await db.blob.findMany({ where: { sha256: { in: [...shas] } }, select: { sha256: true } });
  const named = new Set(rows.map(({ sha256 }) => sha256));
  for (const sha of shas) if (!named.has(sha)) deleteBlobFile(sha);
}

async function dropDerived(sessions: readonly string[]): Promise<void> {
  const db = await getDb();
  const rows = await db.session.findMany({ where: { id: { in: [...sessions] } }, select: { id: true } });
  const named = new Set(rows.map(({ id }) => id));
  const unnamed = sessions.filter((id) => !named.has(id));
  for (const id of unnamed) await rm(derivedPath(PARSER_VERSION, id), { force: true });
}
