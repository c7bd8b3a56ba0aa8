import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";
import { tell } from "../replicas/channel";
import { objectStore } from "./object-store";
import type { StagedBlob } from "./objects";
import { stageBlob } from "./stage-blob";

/** Where the data directory has a content, if it has it. */
export { blobPath } from "./local-objects";
/** Imported files and put-aside outputs by the hash of their content, in the store that WINNOW_OBJECTS names. */
export type { StagedBlob } from "./objects";
export { dropIncoming, dropStaged, stageBlob } from "./stage-blob";

/** Moves staged bytes to their content address; the same content twice is the same object. */
export const keepBlob = (staged: StagedBlob): Promise<void> => objectStore().keep(staged);

/** A file of this machine with these bytes; rejects with `ENOENT` if there is none. */
export const blobFile = (sha256: string): Promise<string> => objectStore().file(sha256);

export const hasBlob = (sha256: string): Promise<boolean> => objectStore().has(sha256);

/** True when there is such a content and its bytes still have that hash. */
export const isWholeBlob = (sha256: string): Promise<boolean> => objectStore().isWhole(sha256);

/** Hashes of all contents that are kept. */
export const listBlobs = (): Promise<string[]> => objectStore().list();

type Named = { readonly sha256: string; readonly bytes: number; readonly name: string };

/** Stages a stored blob under a second name, because an import moves or removes the files that it is given. */
export const stageAgain = async (file: Named) => stageLink(await blobFile(file.sha256), file);

/** Stages a file of the data directory under a second name; no bytes are copied. */
export function stageLink(source: string, { sha256, bytes, name }: Named) {
  const target = path.join(dataDir(), "incoming", randomUUID());
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.linkSync(source, target);
  return { path: target, sha256, bytes, name };
}

/** Keeps a text as a blob. */
export async function putText(text: string): Promise<StagedBlob> {
  const bytes = new TextEncoder().encode(text);
  const staged = await stageBlob([bytes] as unknown as AsyncIterable<Uint8Array>);
  await keepBlob(staged);
  return staged;
}

export async function deleteBlob(sha256: string): Promise<void> {
  if (isPinned(sha256)) return;
  await objectStore().remove(sha256);
  await tell("gone", [sha256]);
}

/** Drops this machine's copies of contents that another process deleted. Without a bucket they are the contents themselves. */
export async function dropCopiesOf(shas: readonly string[]): Promise<void> {
  const store = objectStore();
  if (store.kind !== "s3") return;
  for (const sha of shas) if (!isPinned(sha)) await store.copies.remove(sha);
}

const pins = () => processState("blob-pins", () => new Map<string, number>());
export const isPinned = (sha256: string): boolean => (pins().get(sha256) ?? 0) > 0;

/** Keeps these blobs from being deleted, because an import needs them before its row exists. Returns the release. */
export function pinBlobs(shas: readonly string[]): () => void {
  const counts = pins();
  for (const sha of shas) counts.set(sha, (counts.get(sha) ?? 0) + 1);
  return () => {
    for (const sha of shas) {
      const left = (counts.get(sha) ?? 1) - 1;
      if (left > 0) counts.set(sha, left);
      else counts.delete(sha);
    }
  };
}
