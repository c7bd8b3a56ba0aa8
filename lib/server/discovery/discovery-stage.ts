import type { FileHandle } from "node:fs/promises";
import { Problem } from "@/lib/api/problem";
import { visibleName } from "@/lib/read-models/visible-name";
import { dropStaged, stageBlob } from "../objects/blobs";
import { LIMITS } from "../process/limits";
import type { StagedFile } from "../store/import-types";
import { openInside } from "./discovery-files";

const MAX_FILES = 10_000;

/** Copies files of a root to the upload folder. If one fails, no copy is kept. */
export async function stageFiles(base: string, paths: readonly string[], signal: AbortSignal): Promise<StagedFile[]> {
  if (paths.length > MAX_FILES)
    throw new Problem(
      413,
      "too-many-files",
      `a session may have at most ${MAX_FILES} files; this one has ${paths.length}`,
    );
  const staged: StagedFile[] = [];
  try {
    for (const path of paths) {
      signal.throwIfAborted();
      staged.push(await stageOne(base, path));
    }
    return staged;
  } catch (error) {
    staged.forEach(dropStaged);
    throw error;
  }
}

const COPIES = 3;

/**
 * Copies a database and its write-ahead log one after the other, while the client may write to them. If the client
 * moved the log into the database in between, the copies do not match, and both are made again.
 */
export async function stageSteady(base: string, paths: readonly string[], signal: AbortSignal): Promise<StagedFile[]> {
  const [main = ""] = paths;
  for (let copy = 1; ; copy += 1) {
    const before = await changedAt(base, main);
    const staged = await stageFiles(base, paths, signal);
    let isMatch = false;
    try {
      isMatch = before === (await changedAt(base, main)) || copy === COPIES;
    } finally {
      if (!isMatch) staged.forEach(dropStaged);
    }
    if (isMatch) return staged;
  }
}

async function changedAt(base: string, relative: string): Promise<number> {
  const handle = await openInside(base, relative);
  try {
    return (await handle.stat()).mtimeMs;
  } finally {
    await handle.close();
  }
}

async function stageOne(base: string, relative: string): Promise<StagedFile> {
  const handle = await openInside(base, relative);
  try {
    const { size } = await handle.stat();
    assertSize(size, relative);
    return { ...(await stageBlob(readUpTo(handle, size))), name: visibleName(relative) };
  } finally {
    await handle.close();
  }
}

export function assertSize(size: number, relative: string): void {
  if (size <= LIMITS.uploadBytes) return;
  throw new Problem(413, "too-large", `${visibleName(relative)} is larger than ${LIMITS.uploadBytes} bytes`);
}

const CHUNK = 1 << 18;

/** The bytes from `from` to `to`. The end is fixed, because an agent may still be writing to the file. */
export async function* readUpTo(handle: FileHandle, to: number, from = 0): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(CHUNK, to - at)), 0, undefined, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
