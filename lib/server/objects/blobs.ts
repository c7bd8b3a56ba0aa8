import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";
import { tell } from "../replicas/channel";
import { objectStore } from "./object-store";
import type { StagedBlob } from "./objects";
import { stageBlob } from "./stage-blob";

/** The path of a blob in the data directory, whether or not the blob exists. */
export { blobPath } from "./local-objects";
/** Imported files and put-aside outputs by content hash, in the store that WINNOW_OBJECTS names. */
export type { StagedBlob } from "./objects";
export { dropIncoming, dropStaged, stageBlob } from "./stage-blob";

/** Moves staged bytes to their content address; equal content is stored once. */
export const keepBlob = (staged: StagedBlob): Promise<void> => objectStore().keep(staged);

/** A local file with these bytes; rejects with `ENOENT` if there is none. */
export const blobFile = (sha256: string): Promise<string> => objectStore().file(sha256);

export const hasBlob = (sha256: string): Promise<boolean> => objectStore().has(sha256);

/** True if the content exists and its bytes still match the hash. */
export const isWholeBlob = (sha256: string): Promise<boolean> => objectStore().isWhole(sha256);

/** Hashes of all stored contents. */
export const listBlobs = (): Promise<string[]> => objectStore().list();

type Named = { readonly sha256: string; readonly bytes: number; readonly name: string };

/** Stages a stored blob under a second name, because an import moves or removes its input files. */
export const stageAgain = async (file: Named) => stageLink(await blobFile(file.sha256), file);

/** Stages a file of the data directory under a second name; no bytes are copied. */
export function stageLink(source: string, { sha256, bytes, name }: Named) {
  const target = path.join(dataDir(), "incoming", randomUUID());
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.linkSync(source, target);
  return { path: target, sha256, bytes, name };
}

/** Stores a text as a blob. */
export async function putText(text: string): Promise<StagedBlob> {
  const bytes = new TextEncoder().encode(text);
  const staged = await stageBlob([bytes] as unknown as AsyncIterable<Uint8Array>);
  await keepBlob(staged);
  return staged;
}

/** Deletes a blob. If an import has pinned it, the blob stays until the release, which reports it to the import. */
export async function deleteBlob(sha256: string): Promise<void> {
  const pin = pins().get(sha256);
  if (pin) pin.isUnwanted = true;
  else {
    await objectStore().remove(sha256);
    await tell("gone", [sha256]);
  }
}

/**
 * Drops this machine's copies of blobs that another process deleted. Without a bucket, the copies are the
 * blobs themselves.
 */
export async function dropCopiesOf(shas: readonly string[]): Promise<void> {
  const store = objectStore();
  if (store.kind !== "s3") return;
  for (const sha of shas) if (!isPinned(sha)) await store.copies.remove(sha);
}

type Pin = { count: number; isUnwanted: boolean };

const pins = () => processState("blob-pins", () => new Map<string, Pin>());
export const isPinned = (sha256: string): boolean => pins().has(sha256);

/**
 * Protects these blobs from deletion, because an import needs them before its row exists. Returns the release, which
 * returns the hashes whose deletion was requested meanwhile.
 */
export function pinBlobs(shas: readonly string[]): () => string[] {
  const all = pins();
  for (const sha of shas) {
    const pin = all.get(sha) ?? { count: 0, isUnwanted: false };
    pin.count += 1;
    all.set(sha, pin);
  }
  return () =>
    shas.filter((sha) => {
      const pin = all.get(sha);
      if (!pin) return false;
      pin.count -= 1;
      if (pin.count === 0) all.delete(sha);
      return pin.count === 0 && pin.isUnwanted;
    });
}
