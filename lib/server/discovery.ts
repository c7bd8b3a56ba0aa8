import { constants } from "node:fs";
import { lstat, open, readdir, realpath } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { stageBlob } from "./blobs";
import { isCompanionName, peekSessionId } from "./companions";
import type { StagedFile } from "./import-types";
import { LIMITS } from "./limits";
import { Problem } from "./problem";

/** A folder where an agent keeps its transcripts. The API names it by id; its path never comes from a request. */
export type DiscoveryRoot = { readonly id: string; readonly title: string; readonly path: string };

export type DiscoveredFile = {
  readonly path: string;
  readonly bytes: number;
  readonly modified_at: string;
  readonly companions: number;
};
export type DiscoveredRoot = {
  readonly id: string;
  readonly title: string;
  readonly format: string;
  readonly sessions: number;
  readonly bytes: number;
  /** True when more files are there than are listed. */
  readonly truncated: boolean;
  readonly files: readonly DiscoveredFile[];
};

/** Claude Code: `~/.claude/projects`, and the one of CLAUDE_CONFIG_DIR. WINNOW_DISCOVERY_HOME stands in for the home in tests. */
export function discoveryRoots(): DiscoveryRoot[] {
  const override = process.env.WINNOW_DISCOVERY_HOME;
  const home = override || os.homedir();
  const roots = [{ id: "claude-code", title: "Claude Code", path: path.join(home, ".claude", "projects") }];
  const configured = process.env.CLAUDE_CONFIG_DIR;
  if (!override && configured)
    roots.push({
      id: "claude-code-config",
      title: "Claude Code (CLAUDE_CONFIG_DIR)",
      path: path.join(configured, "projects"),
    });
  return roots.filter((root, index) => roots.findIndex((other) => other.path === root.path) === index);
}

/** What is on this machine: names, counts and sizes. No file is opened. Roots that do not exist are left out. */
export async function discover(): Promise<DiscoveredRoot[]> {
  const found: DiscoveredRoot[] = [];
  for (const root of discoveryRoots()) {
    const listed = await listRoot(root).catch(() => null);
    if (listed) found.push(listed);
  }
  return found;
}

async function listRoot(root: DiscoveryRoot): Promise<DiscoveredRoot> {
  const files = await walk(await realpath(root.path));
  const mains = files.filter((file) => !isCompanionName(file.path));
  const companions = countCompanions(files);
  return {
    id: root.id,
    title: root.title,
    format: "claude-code",
    sessions: mains.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    truncated: files.length >= LIMITS.discoveredFiles,
    files: mains
      .map(({ path, bytes, modified_at }) => ({ path, bytes, modified_at, companions: companions.get(path) ?? 0 }))
      .sort((a, b) => (a.modified_at < b.modified_at ? 1 : -1)),
  };
}

type Entry = { readonly path: string; readonly bytes: number; readonly modified_at: string };

/** Regular .jsonl files below the folder; links are not followed, and names are relative with forward slashes. */
async function walk(root: string): Promise<Entry[]> {
  const found: Entry[] = [];
  const folders = [""];
  while (folders.length > 0 && found.length < LIMITS.discoveredFiles) {
    const folder = folders.pop() as string;
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const relative = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(relative);
      if (!entry.isFile() || !entry.name.endsWith(".jsonl")) continue;
      const stats = await lstat(path.join(root, relative)).catch(() => null);
      if (stats?.isFile()) found.push({ path: relative, bytes: stats.size, modified_at: stats.mtime.toISOString() });
    }
  }
  return found.slice(0, LIMITS.discoveredFiles);
}

/** `<project>/<id>/subagents/…` belongs to `<project>/<id>.jsonl`; siblings are told apart only by their content. */
function countCompanions(files: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = file.path.match(/^(.*)\/subagents\//)?.[1];
    if (folder !== undefined) counts.set(`${folder}.jsonl`, (counts.get(`${folder}.jsonl`) ?? 0) + 1);
  }
  return counts;
}

/** Copies the chosen sessions, each with every file that may be its companion, as an upload would bring them. */
export async function stageDiscovered(
  rootId: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<StagedFile[][]> {
  const root = discoveryRoots().find((candidate) => candidate.id === rootId);
  if (!root) throw new Problem(404, "no-such-root", "there is no such folder; see GET /api/discover");
  const base = await realpath(root.path).catch(() => null);
  if (base === null) throw new Problem(404, "no-such-root", "the folder does not exist on this machine");
  const groups: StagedFile[][] = [];
  for (const relative of paths) {
    const group: StagedFile[] = [];
    for (const name of [relative, ...(await companionsOf(base, relative))]) {
      signal.throwIfAborted();
      group.push(await stageOne(base, name));
    }
    groups.push(group);
  }
  return groups;
}

/** Sibling files are looked into before they are copied: a project's folder holds those of all its sessions. */
async function companionsOf(base: string, relative: string): Promise<string[]> {
  const file = confine(base, relative);
  const stem = relative.replace(/\.jsonl$/, "");
  const below = (await walk(file.replace(/\.jsonl$/, ""))).map((entry) => `${stem}/${entry.path}`);
  const siblings = await readdir(path.dirname(file), { withFileTypes: true }).catch(() => []);
  const beside = siblings
    .filter((entry) => entry.isFile() && isCompanionName(entry.name))
    .filter((entry) => peekSessionId(path.join(path.dirname(file), entry.name)) === path.posix.basename(stem))
    .map((entry) => path.posix.join(path.posix.dirname(relative), entry.name));
  return [...below.filter(isCompanionName), ...beside].filter((name) => name !== relative);
}

/** The path under the root, or a 422: absolute paths, `..` and names of other kinds never reach the file system. */
function confine(base: string, relative: string): string {
  const isPlain =
    /^[^\0]+\.jsonl$/.test(relative) && !path.isAbsolute(relative) && !relative.split(/[\\/]/).includes("..");
  const target = path.resolve(base, relative);
  if (isPlain && target.startsWith(base + path.sep)) return target;
  throw new Problem(422, "path-not-allowed", "a path must be one that GET /api/discover listed", {
    errors: [{ pointer: "paths", detail: relative.slice(0, 200) }],
  });
}

/** Opened without following links or waiting on pipes, then looked at again: what was listed may have been swapped. */
async function stageOne(base: string, relative: string): Promise<StagedFile> {
  const target = confine(base, relative);
  const folder = await realpath(path.dirname(target)).catch(() => null);
  if (folder === null || (folder !== base && !folder.startsWith(base + path.sep))) throw notReadable(relative);
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path.join(folder, path.basename(target)), flags).catch(() => null);
  if (!handle) throw notReadable(relative);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw notReadable(relative);
    if (stats.size > LIMITS.uploadBytes)
      throw new Problem(413, "too-large", `${relative} is larger than ${LIMITS.uploadBytes} bytes`);
    // Only what is there now: an agent may still be writing.
    const stream = handle.createReadStream({ end: Math.max(0, stats.size - 1), autoClose: false });
    const staged = await stageBlob(stats.size === 0 ? emptyStream() : stream);
    return { ...staged, name: relative };
  } finally {
    await handle.close();
  }
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {}

const notReadable = (relative: string) =>
  new Problem(422, "not-readable", "the file is not a regular file under that folder, or may not be read", {
    errors: [{ pointer: "paths", detail: relative.slice(0, 200) }],
  });
