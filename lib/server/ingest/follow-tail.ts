import { createHash, type Hash, randomUUID } from "node:crypto";
import fs, { constants, type Stats } from "node:fs";
import { copyFile, type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { visibleName } from "@/lib/read-models/visible-name";
import { openInside } from "../discovery/discovery-files";
import { assertSize, readUpTo } from "../discovery/discovery-stage";
import { blobFile } from "../objects/blobs";
import { dataDir } from "../process/settings";
import type { StagedFile } from "../store/import-types";

/** State of a read file: enough to continue reading, and to notice that the file was replaced. */
type Tail = {
  readonly sha256: string;
  readonly bytes: number;
  readonly hash: Hash;
  readonly dev: number;
  readonly ino: number;
  readonly modifiedMs: number;
  readonly head: Buffer;
  readonly end: Buffer;
};

/** `readFrom` is the byte offset where reading began: the end of the last read, or 0 for a complete read. */
export type StagedTail = StagedFile & { readonly readFrom: number };

const EDGE_BYTES = 4096;
const MAX_TAILS = 2_000;

/**
 * Copies growing files: starts from the earlier copy and reads only appended bytes. A file that was replaced, is
 * shorter, or differs at the beginning or end of the earlier copy is read completely. A change in the middle is noticed
 * only after `forget`, which the follower calls when a file is no longer written to.
 */
export class TailReader {
  readonly #tails = new Map<string, Tail>();

  async stage(base: string, relative: string): Promise<StagedTail> {
    const handle = await openInside(base, relative);
    try {
      const stats = await handle.stat();
      assertSize(stats.size, relative);
      return { ...(await this.#copy(handle, stats, `${base}\n${relative}`)), name: visibleName(relative) };
    } finally {
      await handle.close();
    }
  }

  forget(base: string, relative: string): void {
    this.#tails.delete(`${base}\n${relative}`);
  }

  async #copy(handle: FileHandle, stats: Stats, key: string): Promise<Omit<StagedTail, "name">> {
    const file = path.join(dataDir(), "incoming", randomUUID());
    await mkdir(path.dirname(file), { recursive: true });
    const before = await this.#before(handle, stats, key, file);
    try {
      const hash = before?.hash.copy() ?? createHash("sha256");
      const readFrom = before?.bytes ?? 0;
      const bytes = readFrom + (await append(file, readUpTo(handle, stats.size, readFrom), hash));
      const sha256 = hash.copy().digest("hex");
      this.#remember(key, { ...identify(stats), ...(await edgesOf(file, bytes)), sha256, bytes, hash });
      return { path: file, sha256, bytes, readFrom };
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }

  /** Starts with the earlier copy if the file continues it. */
  async #before(handle: FileHandle, stats: Stats, key: string, file: string): Promise<Tail | null> {
    const tail = this.#tails.get(key);
    if (!tail || !(await goesOn(handle, stats, tail))) return null;
    try {
      await copyFile(await blobFile(tail.sha256), file, constants.COPYFILE_FICLONE);
      return tail;
    } catch {
      await rm(file, { force: true }); // the session was deleted together with its bytes
      return null;
    }
  }

  #remember(key: string, tail: Tail): void {
    this.#tails.delete(key);
    this.#tails.set(key, tail);
    const oldest = this.#tails.keys().next().value;
    if (this.#tails.size > MAX_TAILS && oldest !== undefined) this.#tails.delete(oldest);
  }
}

const identify = ({ dev, ino, mtimeMs }: Stats) => ({ dev, ino, modifiedMs: mtimeMs });

async function goesOn(handle: FileHandle, stats: Stats, tail: Tail): Promise<boolean> {
  if (stats.dev !== tail.dev || stats.ino !== tail.ino || stats.size < tail.bytes) return false;
  if (stats.size === tail.bytes && stats.mtimeMs !== tail.modifiedMs) return false; // overwritten at the same length
  const head = await readAt(handle, 0, tail.head.length);
  const end = await readAt(handle, tail.bytes - tail.end.length, tail.end.length);
  return head.equals(tail.head) && end.equals(tail.end);
}

async function append(file: string, source: AsyncIterable<Uint8Array>, hash: Hash): Promise<number> {
  const handle = await open(file, "a");
  let bytes = 0;
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      await handle.appendFile(chunk);
      bytes += chunk.byteLength;
    }
    await handle.sync();
    return bytes;
  } finally {
    await handle.close();
  }
}

async function edgesOf(file: string, bytes: number): Promise<{ head: Buffer; end: Buffer }> {
  const handle = await open(file, "r");
  try {
    const length = Math.min(EDGE_BYTES, bytes);
    return { head: await readAt(handle, 0, length), end: await readAt(handle, bytes - length, length) };
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** SHA-256 of the first bytes of a file in the data directory. */
export async function hashPrefix(file: string, bytes: number): Promise<string> {
  const hash = createHash("sha256");
  if (bytes > 0) for await (const chunk of fs.createReadStream(file, { end: bytes - 1 })) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
