import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { log } from "../process/log";
import { dataDir } from "../process/settings";
import type { StagedBlob } from "./objects";

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
    dropIncoming(file);
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

export const dropStaged = (staged: StagedBlob): void => dropIncoming(staged.path);

/** Removes an import's temporary file or folder. A failure does not affect the import; the next start removes it. */
export function dropIncoming(target: string): void {
  try {
    fs.rmSync(target, { recursive: true, force: true });
  } catch (error) {
    log().warn({ name: (error as Error).name }, "what an import worked with stays until the next start");
  }
}
