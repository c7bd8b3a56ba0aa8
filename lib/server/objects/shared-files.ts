import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { dataDir } from "../process/settings";
import { isShared } from "../replicas/channel";
import { objectStore } from "./object-store";
import type { Bucket } from "./s3-bucket";
import { stageBlob } from "./stage-blob";

/**
 * Files of the data directory that other machines need but that are not content-addressed: uploads waiting for a job,
 * job bodies, derived files. They have the same path in the bucket as in the directory.
 */

/** Where processes with separate directories share files; null if all of them use one directory. */
export function sharedBucket(): Bucket | null {
  if (!isShared()) return null;
  const store = objectStore();
  return store.kind === "s3" ? store.bucket : null;
}

const placeOf = (name: string): string => path.join(dataDir(), name);

/** Uploads a file of this machine under a name. */
export async function sendFile(bucket: Bucket, name: string, file: string = placeOf(name)): Promise<void> {
  await bucket.put(name, file, null);
}

/** Downloads a file to its place in the data directory, or to another; false if there is none. */
export async function bringFile(bucket: Bucket, name: string, target: string = placeOf(name)): Promise<boolean> {
  const bytes = await bucket.get(name);
  if (bytes === null) return false;
  const staged = await stageBlob(bytes);
  await mkdir(path.dirname(target), { recursive: true });
  await rename(staged.path, target);
  return true;
}

/** Names of all files below a shared folder. */
export async function listSent(bucket: Bucket, folder: string): Promise<{ name: string; changedAt: Date | null }[]> {
  const found: { name: string; changedAt: Date | null }[] = [];
  let token: string | null = null;
  do {
    const page = await bucket.page(token, `${folder}/`);
    found.push(...page.entries.map(({ key, changedAt }) => ({ name: key, changedAt })));
    token = page.next;
  } while (token !== null);
  return found;
}

/**
 * Uploads all files of a folder of the data directory and removes them here; other processes download them on demand.
 */
export async function handOverFolder(bucket: Bucket, folder: string): Promise<void> {
  for (const name of await readdir(placeOf(folder))) await sendFile(bucket, `${folder}/${name}`);
  await rm(placeOf(folder), { recursive: true, force: true });
}

/** Downloads all files of a folder, replacing this machine's copy. */
export async function bringFolder(bucket: Bucket, folder: string): Promise<void> {
  await rm(placeOf(folder), { recursive: true, force: true });
  for (const { name } of await listSent(bucket, folder)) await bringFile(bucket, name);
}

export async function dropSentFolder(bucket: Bucket, folder: string): Promise<void> {
  for (const { name } of await listSent(bucket, folder)) await bucket.remove(name);
}

/** Names directly in a folder, here or in the bucket. */
export async function listEverywhere(folder: string): Promise<string[]> {
  const names = new Set<string>(await readdir(placeOf(folder)).catch(() => []));
  const bucket = sharedBucket();
  if (bucket)
    for (const { name } of await listSent(bucket, folder)) names.add(name.slice(folder.length + 1).split("/")[0] ?? "");
  return [...names];
}
