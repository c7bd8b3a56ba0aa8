import { createReadStream } from "node:fs";
import { access, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { dataDir } from "../settings";
import { listSent, sendFile, sharedBucket } from "./shared-files";

/**
 * Small texts that every process has to see at once: in the bucket where each has a directory of its own, otherwise files of
 * the one directory. A name is a path below it.
 */
const placeOf = (name: string): string => path.join(dataDir(), name);

/** Only the owner may read it, because it may hold parts of a conversation. It is on the disk, or in the bucket, when this resolves. */
export async function writeShared(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(placeOf(name)), { recursive: true, mode: 0o700 });
  await writeFile(placeOf(name), text, { mode: 0o600, flush: true });
  const bucket = sharedBucket();
  if (bucket === null) return;
  try {
    await sendFile(bucket, name);
  } finally {
    await rm(placeOf(name), { force: true });
  }
}

/** The bytes as they come; null where there is no such text. */
export async function openShared(name: string): Promise<AsyncIterable<Uint8Array> | null> {
  const bucket = sharedBucket();
  if (bucket) return bucket.get(name);
  const isThere = await access(placeOf(name)).then(
    () => true,
    () => false,
  );
  return isThere ? createReadStream(placeOf(name)) : null;
}

export async function readShared(name: string): Promise<string | null> {
  const bytes = await openShared(name);
  if (bytes === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** The names of all texts below a folder, in order. */
export async function listShared(folder: string): Promise<string[]> {
  const bucket = sharedBucket();
  if (bucket) return (await listSent(bucket, folder)).map(({ name }) => name).sort();
  const found = await readdir(placeOf(folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(dataDir(), path.join(parentPath, name)).replaceAll(path.sep, "/"))
    .sort();
}

export async function dropShared(names: readonly string[]): Promise<void> {
  const bucket = sharedBucket();
  for (const name of names) await (bucket ? bucket.remove(name) : rm(placeOf(name), { force: true }));
}
