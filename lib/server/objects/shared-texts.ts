import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { dataDir } from "../process/settings";
import { syncDirectory } from "./local-objects";
import { listSent, sendFile, sharedBucket } from "./shared-files";

/**
 * Small texts that every process must see immediately: in the bucket if the processes have separate directories,
 * otherwise files in the shared directory. A name is a relative path.
 */
const placeOf = (name: string): string => path.join(dataDir(), name);

/**
 * Only the owner may read the text, because it may contain parts of a conversation. It is durable, on disk
 * or in the bucket, when this resolves. Until then it is in `incoming/`, so nobody lists or reads it
 * half-written.
 */
export async function writeShared(name: string, text: string): Promise<void> {
  const temporary = placeOf(`incoming/${randomUUID()}`);
  await mkdir(path.dirname(temporary), { recursive: true, mode: 0o700 });
  try {
    await writeFile(temporary, text, { mode: 0o600, flush: true });
    const bucket = sharedBucket();
    await (bucket ? sendFile(bucket, name, temporary) : moveTo(placeOf(name), temporary));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Another process may remove the folder with its last text just before the file is moved there. */
const MAX_MOVES = 10;

async function moveTo(place: string, temporary: string, moves = 1): Promise<void> {
  const folder = path.dirname(place);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(temporary, place);
  } catch (error) {
    if (!isGone(error) || moves === MAX_MOVES) throw error;
    return moveTo(place, temporary, moves + 1);
  }
  syncDirectory(folder);
}

const isGone = (error: unknown): boolean => (error as { code?: string }).code === "ENOENT";

function nullWhereGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}

/** Streams the bytes; null if there is no such text. */
export async function openShared(name: string): Promise<AsyncIterable<Uint8Array> | null> {
  const bucket = sharedBucket();
  if (bucket) return bucket.get(name);
  const file = await open(placeOf(name)).catch(nullWhereGone);
  return file ? file.createReadStream() : null;
}

export async function readShared(name: string): Promise<string | null> {
  const bytes = await openShared(name);
  if (bytes === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** The names of all texts below a folder, sorted. */
export async function listShared(folder: string): Promise<string[]> {
  const bucket = sharedBucket();
  const names = bucket ? (await listSent(bucket, folder)).map(({ name }) => name) : await listHere(folder);
  return names.sort();
}

/** Folders removed meanwhile count as empty. */
async function listHere(folder: string): Promise<string[]> {
  const entries = (await readdir(placeOf(folder), { withFileTypes: true }).catch(nullWhereGone)) ?? [];
  const names: string[] = [];
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) names.push(...(await listHere(name)));
    else if (entry.isFile()) names.push(name);
  }
  return names;
}

/** Removes texts and emptied folders, because every listing walks through all folders. */
export async function dropShared(names: readonly string[]): Promise<void> {
  const bucket = sharedBucket();
  for (const name of names) await (bucket ? bucket.remove(name) : rm(placeOf(name), { force: true }));
  if (bucket) return;
  for (const folder of new Set(names.map((name) => path.posix.dirname(name)))) await dropEmpty(folder);
}

/** Removes a folder and its parents while they are empty, but not the folder of this kind of text. */
async function dropEmpty(folder: string): Promise<void> {
  if (!folder.includes("/")) return;
  const isDropped = await rmdir(placeOf(folder)).then(
    () => true,
    () => false, // the folder is not empty, or another process was quicker
  );
  if (isDropped) await dropEmpty(path.posix.dirname(folder));
}
