import { createHash } from "node:crypto";
import fs from "node:fs";
import { access, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { dataDir } from "../process/settings";
import type { ObjectStore, StagedBlob } from "./objects";

export function blobPath(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("not a sha256");
  return path.join(dataDir(), "blobs", sha256.slice(0, 2), sha256);
}

/** Files of the data directory: `blobs/<first two digits>/<sha256>`. */
export class LocalObjects implements ObjectStore {
  readonly kind = "files";

  async keep(staged: StagedBlob): Promise<void> {
    const target = blobPath(staged.sha256);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    await rename(staged.path, target);
    syncDirectory(path.dirname(target));
  }

  async file(sha256: string): Promise<string> {
    const file = blobPath(sha256);
    await access(file);
    return file;
  }

  async has(sha256: string): Promise<boolean> {
    return fs.existsSync(blobPath(sha256));
  }

  async isWhole(sha256: string): Promise<boolean> {
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

  remove(sha256: string): Promise<void> {
    return rm(blobPath(sha256), { force: true });
  }

  async list(): Promise<string[]> {
    return (await listBlobFiles()).flatMap(({ sha256 }) => sha256 ?? []);
  }
}

/** Everything below `blobs/`; `sha256` is null for a path that no blob can have. */
export async function listBlobFiles(): Promise<{ relative: string; sha256: string | null }[]> {
  const root = path.join(dataDir(), "blobs");
  return (await listTwoLevels(root)).map((name) => ({ relative: `blobs/${name}`, sha256: hashIn(name) }));
}

/** The hash in a name such as `ab/ab…`; null for any other name. */
export function hashIn(name: string): string | null {
  const [folder = "", file = ""] = name.split("/");
  return /^[0-9a-f]{64}$/.test(file) && file.startsWith(folder) && folder.length === 2 ? file : null;
}

/** `folder/name` for everything two levels below `root`, and `name` for files directly in it. */
export async function listTwoLevels(root: string): Promise<string[]> {
  if (!fs.existsSync(root)) return [];
  const names: string[] = [];
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isDirectory()) names.push(entry.name);
    else for (const name of await readdir(path.join(root, entry.name))) names.push(`${entry.name}/${name}`);
  }
  return names;
}

/** Makes a rename durable, if the platform can. Windows cannot sync a directory; the rename itself is atomic there too. */
export function syncDirectory(directory: string): void {
  let descriptor: number | null = null;
  try {
    descriptor = fs.openSync(directory, "r");
    fs.fsyncSync(descriptor);
  } catch {
    // not on this platform
  } finally {
    if (descriptor !== null) fs.closeSync(descriptor);
  }
}
