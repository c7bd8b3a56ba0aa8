import { realpath } from "node:fs/promises";
import { chatOf, chatOfAgent, isCompanionName, PEEK_BYTES } from "@/lib/importers/file-groups/group-files";
import { LIMITS } from "../process/limits";
import type { CompanionRule } from "./client-row";
import { type FoundFile, openInside, walkFiles } from "./discovery-files";
import type { DiscoveryRoot } from "./discovery-roots";

/** True for a file of the root that belongs to a session without being its main file. */
function isCompanion(rule: CompanionRule, path: string): boolean {
  switch (rule.kind) {
    case "none":
      return false;
    case "sub-agents":
      return isCompanionName(path);
    case "agent-folders":
      return AGENT_FOLDER.test(path);
    case "chat-folders":
      return chatOfAgent(path) !== null;
    case "folder":
      return rule.names.includes(baseOf(path));
    case "session-folder":
      return OF_SESSION.test(path) && !SESSION.test(path);
    case "storage-tree":
      return MESSAGE.test(path) || PART.test(path);
    case "same-stem":
      return path.endsWith(rule.ending);
    case "agents":
      return AGENT.test(path) && !path.endsWith("/agents/main/wire.jsonl");
    case "database-log":
      return LOG.test(path);
    default:
      return rule satisfies never;
  }
}

/** Companion files by main-file path, if their names identify the session. */
function companionsByName(
  rule: CompanionRule,
  mains: readonly FoundFile[],
  others: readonly FoundFile[],
): Map<string, readonly FoundFile[]> {
  const ownerOf = ownerFinder(rule, mains, others);
  const owned = new Map<string, FoundFile[]>();
  for (const file of others) {
    const owner = ownerOf(file.path);
    if (owner === undefined) continue;
    const files = owned.get(owner);
    if (files) files.push(file);
    else owned.set(owner, [file]);
  }
  return owned;
}

type OwnerFinder = (path: string) => string | undefined;

function ownerFinder(rule: CompanionRule, mains: readonly FoundFile[], others: readonly FoundFile[]): OwnerFinder {
  switch (rule.kind) {
    case "none":
      return () => undefined;
    case "sub-agents": {
      const known = new Set(mains.map((file) => file.path));
      return (path) => {
        const owner = `${/^(.*)\/subagents\//s.exec(path)?.[1]}.jsonl`;
        return known.has(owner) ? owner : undefined;
      };
    }
    case "agent-folders": {
      const known = new Set(mains.map((file) => file.path));
      return (path) => [path.replace(AGENT_FOLDER, "$1/chats/$2.jsonl")].find((owner) => known.has(owner));
    }
    case "chat-folders": {
      // The first file of a session wins, because a resumed session continues in it.
      const latestFirst = mains.map(({ path }) => path).sort((a, b) => (a < b ? 1 : -1));
      const byChat = new Map(latestFirst.map((path) => [chatOf(path), path]));
      return (path) => byChat.get(chatOfAgent(path));
    }
    case "folder": {
      const byFolder = new Map(mains.map((file) => [folderOf(file.path), file.path]));
      return (path) => byFolder.get(folderOf(path));
    }
    case "session-folder": {
      const known = new Set(mains.map((file) => file.path));
      return (path) => [path.replace(OF_SESSION, "$1/$1.messages.json")].find((owner) => known.has(owner));
    }
    case "storage-tree":
      return storageOwner(mains, others);
    case "same-stem": {
      const known = new Set(mains.map((file) => file.path));
      return (path) => [`${path.slice(0, -rule.ending.length)}.jsonl`].find((owner) => known.has(owner));
    }
    case "agents": {
      const known = new Set(mains.map((file) => file.path));
      return (path) => [path.replace(AGENT, "$1/main/wire.jsonl")].find((owner) => known.has(owner));
    }
    case "database-log": {
      const known = new Set(mains.map((file) => file.path));
      return (path) => [path.replace(/-wal$/, "")].find((owner) => known.has(owner));
    }
    default:
      return rule satisfies never;
  }
}

const AGENT_FOLDER = /^([^/]+)\/subagents\/([^/]+)\/agent-[^/]+\.(?:jsonl|meta\.json)$/s;
const AGENT = /^(.*\/agents)\/[^/]+\/wire\.jsonl$/s;
const LOG = /\.(?:db|vscdb|sqlite3?)-wal$/s;
const SESSION = /^([^/]+)\/\1\.messages\.json$/s;
const OF_SESSION = /^([^/]+)\/(?:\1|session|[^/]+\.messages)\.json$/s;
const MESSAGE = /^message\/([^/]+)\/(msg_[^/]+)\.json$/s;
const PART = /^part\/([^/]+)\/prt_[^/]+\.json$/s;

function storageOwner(mains: readonly FoundFile[], others: readonly FoundFile[]): OwnerFinder {
  const bySession = new Map(mains.map((file) => [baseOf(file.path).replace(/\.json$/, ""), file.path]));
  const sessionOf = new Map(
    others.flatMap(({ path }) => {
      const [, session, message] = MESSAGE.exec(path) ?? [];
      return session !== undefined && message !== undefined ? [[message, session] as const] : [];
    }),
  );
  return (path) => {
    const session = MESSAGE.exec(path)?.[1] ?? sessionOf.get(PART.exec(path)?.[1] ?? "");
    return session === undefined ? undefined : bySession.get(session);
  };
}

/** The session id in the first rows, read without following links; null if they have none. */
async function peekSession(base: string, relative: string): Promise<string | null> {
  const handle = await openInside(base, relative).catch(() => null);
  if (!handle) return null;
  try {
    const buffer = Buffer.alloc(PEEK_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, PEEK_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead).match(/"sessionId"\s*:\s*"([^"\\]{1,200})"/)?.[1] ?? null;
  } finally {
    await handle.close();
  }
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The files in a root at one moment. */
export type RootListing = {
  readonly root: DiscoveryRoot;
  /** Real path of the root. */
  readonly base: string;
  readonly mains: ReadonlyMap<string, FoundFile>;
  /** Companions identified by name, by main-file path. */
  readonly companions: ReadonlyMap<string, readonly FoundFile[]>;
  readonly others: readonly FoundFile[];
  readonly truncated: boolean;
};

/** Limits for one root. Entries include companions, of which a session may have thousands. */
const WALK_LIMITS = { entries: 20 * LIMITS.discoveredFiles, depth: 12 };

/** Lists a root; null if its folder does not exist on this machine. */
export async function listRoot(root: DiscoveryRoot): Promise<RootListing | null> {
  const base = await realpath(root.path).catch(() => null);
  if (base === null) return null;
  const { files: pattern, folders, companions: rule } = root.client;
  const isMain = (path: string) => pattern.test(path) && !isCompanion(rule, path);
  const wanted = (path: string) => pattern.test(path) || isCompanion(rule, path);
  const walk = await walkFiles(base, wanted, (path) => folders?.test(path) ?? true, WALK_LIMITS);
  const newest = walk.files.filter((file) => isMain(file.path)).sort((a, b) => b.modifiedMs - a.modifiedMs);
  const mains = newest.slice(0, LIMITS.discoveredFiles);
  const others = walk.files.filter((file) => isCompanion(rule, file.path));
  return {
    root,
    base,
    mains: new Map(mains.map((file) => [file.path, file])),
    companions: companionsByName(rule, mains, others),
    others,
    truncated: walk.truncated || newest.length > mains.length,
  };
}

/**
 * Finds companion files. Opens sibling files once per listing, because a project's folder contains the
 * siblings of all sessions.
 */
export class CompanionFinder {
  readonly #siblings = new Map<string, Promise<Map<string, string[]>>>();
  constructor(readonly listing: RootListing) {}

  /** All files that may belong to this main file's session, by path. */
  async of(main: string): Promise<string[]> {
    const named = (this.listing.companions.get(main) ?? []).map((file) => file.path);
    if (this.listing.root.client.companions.kind !== "sub-agents") return named;
    const session = main.slice(main.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
    return [...named, ...((await this.#siblingsIn(folderOf(main))).get(session) ?? [])];
  }

  #siblingsIn(folder: string): Promise<Map<string, string[]>> {
    const known = this.#siblings.get(folder) ?? this.#peekAll(folder);
    this.#siblings.set(folder, known);
    return known;
  }

  async #peekAll(folder: string): Promise<Map<string, string[]>> {
    const bySession = new Map<string, string[]>();
    for (const { path } of this.listing.others) {
      if (folderOf(path) !== folder || path.includes("/subagents/")) continue;
      const session = await peekSession(this.listing.base, path);
      if (session !== null) bySession.set(session, [...(bySession.get(session) ?? []), path]);
    }
    return bySession;
  }
}
