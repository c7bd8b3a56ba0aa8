import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { processState } from "./process-state";
import { dataDir } from "./settings";

/** Bytes that were received and hashed, in a file that does not yet have its final name. */
export type StagedBlob = { readonly path: string; readonly sha256: string; readonly bytes: number };

export function blobPath(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("not a sha256");
  return path.join(dataDir(), "blobs", sha256.slice(0, 2), sha256);
}

/** Streams bytes to a temporary file and hashes them. `onBytes` may throw to stop. A failure removes the file. */
export async function stageBlob(
  source: AsyncIterable<Uint8Array>,
  onBytes: (total: number) => void = () => {},
): Promise<StagedBlob> {
  const file = path.join(dataDir(), "incoming", randomUUID());
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const handle = await open(file, "wx");
  const digest = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of source) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      digest.update(chunk);
      await writeAll(handle, chunk);
    }
    await handle.sync();
    return { path: file, sha256: digest.digest("hex"), bytes };
  } catch (error) {
    fs.rmSync(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: fs.promises.FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength; ) {
    const { bytesWritten } = await handle.write(chunk, offset, chunk.byteLength - offset);
    offset += bytesWritten;
  }
}

/** Moves staged bytes to their content address; the same content twice is the same file. */
export function keepBlob(staged: StagedBlob): void {
  const target = blobPath(staged.sha256);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.renameSync(staged.path, target);
  syncDirectory(path.dirname(target));
}

/** True when the file with this content address exists and its bytes still have that hash. */
export async function isWholeBlob(sha256: string): Promise<boolean> {
  const digest = createHash("sha256");
  try {
    for await (const chunk of fs.createReadStream(blobPath(sha256), { highWaterMark: 1 << 18 }))
      digest.update(chunk as Buffer);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return false;
    throw error;
  }
  return digest.digest("hex") === sha256;
}

type Named = { readonly sha256: string; readonly bytes: number; readonly name: string };

/** Stages a stored blob under a second name, because an import moves or removes the files that it is given. */
export const stageAgain = (file: Named) => stageLink(blobPath(file.sha256), file);

/** Stages a file of the data directory under a second name; no bytes are copied. */
export function stageLink(source: string, { sha256, bytes, name }: Named) {
  const target = path.join(dataDir(), "incoming", randomUUID());
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.linkSync(source, target);
  return { path: target, sha256, bytes, name };
}

export const dropStaged = (staged: StagedBlob): void => fs.rmSync(staged.path, { force: true });

/** Keeps a text as a blob. */
export async function putText(text: string): Promise<StagedBlob> {
  const bytes = new TextEncoder().encode(text);
  const staged = await stageBlob([bytes] as unknown as AsyncIterable<Uint8Array>);
  keepBlob(staged);
  return staged;
}

export function deleteBlobFile(sha256: string): void {
  if (!isPinned(sha256)) fs.rmSync(blobPath(sha256), { force: true });
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

/** Makes a rename durable; platforms without directory handles skip it. */
export function syncDirectory(directory: string): void {
  try {
    const descriptor = fs.openSync(directory, "r");
    fs.fsyncSync(descriptor);
    fs.closeSync(descriptor);
  } catch {
    // Windows refuses to open a directory; the rename itself is atomic there too.
  }
}
