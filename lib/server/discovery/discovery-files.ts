import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { Problem } from "@/lib/api/problem";

/** A regular file below a root; `path` is relative, with forward slashes. */
export type FoundFile = { readonly path: string; readonly bytes: number; readonly modifiedMs: number };

export type WalkLimits = { readonly entries: number; readonly depth: number };
export type Walk = { readonly files: readonly FoundFile[]; readonly truncated: boolean };

/**
 * Finds wanted regular files below the folder. Links, pipes and devices are left out, and each folder's real path must
 * be below the root when it is read. Stops after `entries` names.
 */
export async function walkFiles(
  base: string,
  wanted: (relative: string) => boolean,
  entersFolder: (relative: string) => boolean,
  limits: WalkLimits,
): Promise<Walk> {
  const files: FoundFile[] = [];
  const folders = [""];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await namesOf(base, folder)) {
      seen += 1;
      if (seen > limits.entries) return { files, truncated: true };
      const relative = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && relative.split("/").length < limits.depth && entersFolder(relative))
        folders.push(relative);
      if (!entry.isFile() || !wanted(relative)) continue;
      const found = await describeFile(base, relative);
      if (found) files.push(found);
    }
  }
  return { files, truncated: false };
}

/** The entries of a folder; none if it is unreadable or has become a link in the meantime. */
async function namesOf(base: string, folder: string) {
  const real = await realpath(path.join(base, folder)).catch(() => null);
  if (real === null || !isInside(base, real)) return [];
  return readdir(real, { withFileTypes: true }).catch(() => []);
}

/** The file as it is now; null if it is gone or not a regular file. */
export async function describeFile(base: string, relative: string): Promise<FoundFile | null> {
  const stats = await lstat(path.join(base, relative)).catch(() => null);
  return stats?.isFile() ? { path: relative, bytes: stats.size, modifiedMs: stats.mtimeMs } : null;
}

const isInside = (base: string, target: string): boolean =>
  target === base || target.startsWith(base.endsWith(path.sep) ? base : base + path.sep);

/**
 * Opens a file of the root without following links or waiting on pipes, then checks the opened file, because it may
 * have been swapped since the listing. The caller closes the handle.
 */
export async function openInside(base: string, relative: string): Promise<FileHandle> {
  const target = confine(base, relative);
  const folder = await realpath(path.dirname(target)).catch(() => null);
  if (folder === null || !isInside(base, folder)) throw notReadable(relative);
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = path.join(folder, path.basename(target));
  const handle = await open(file, flags).catch(() => null);
  if (!handle) throw notReadable(relative);
  if (await isStillThere(handle, file)) return handle;
  await handle.close();
  throw notReadable(relative);
}

/** True if the open file is regular and still at this real path, so no folder in the path became a link. */
async function isStillThere(handle: FileHandle, file: string): Promise<boolean> {
  const opened = await handle.stat();
  if (!opened.isFile()) return false;
  const [real, named] = await Promise.all([realpath(file).catch(() => null), lstat(file).catch(() => null)]);
  return real === file && named?.ino === opened.ino && named.dev === opened.dev;
}

/** The path below the root. Throws a 422 for absolute paths and `..`, which never reach the file system. */
export function confine(base: string, relative: string): string {
  const isPlain =
    relative !== "" &&
    !relative.includes("\0") &&
    !path.isAbsolute(relative) &&
    !path.win32.isAbsolute(relative) &&
    !relative.split(/[\\/]/).includes("..");
  const target = path.resolve(base, relative);
  if (isPlain && target !== base && isInside(base, target)) return target;
  throw notAllowed(relative);
}

export const notAllowed = (relative: string) =>
  new Problem(422, "path-not-allowed", "a path must be one that GET /api/discover listed", {
    errors: [{ pointer: "paths", detail: relative.slice(0, 200) }],
  });

const notReadable = (relative: string) =>
  new Problem(422, "not-readable", "the file is not a regular file under that folder, or may not be read", {
    errors: [{ pointer: "paths", detail: relative.slice(0, 200) }],
  });
