import { realpath } from "node:fs/promises";
import { LIMITS } from "../process/limits";
import { companionsByName, folderOf, isCompanion, peekSession } from "./discovery-companions";
import { type FoundFile, walkFiles } from "./discovery-files";
import type { DiscoveryRoot } from "./discovery-roots";

/** The files in a root at one moment. */
export type RootListing = {
  readonly root: DiscoveryRoot;
  /** Real path of the root. */
  readonly base: string;
  readonly mains: ReadonlyMap<string, FoundFile>;
  /** By the path of the main file, for companions that their names identify. */
  readonly companions: ReadonlyMap<string, readonly FoundFile[]>;
  readonly others: readonly FoundFile[];
  readonly truncated: boolean;
};

/** Limits for one root. Entries include companions, of which a session may have thousands. */
const WALK_LIMITS = { entries: 20 * LIMITS.discoveredFiles, depth: 12 };

/** Lists a root; null when its folder does not exist on this machine. */
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

/** Finds companion files. Opens sibling files once per listing, because a project's folder holds those of all sessions. */
export class CompanionFinder {
  readonly #siblings = new Map<string, Promise<Map<string, string[]>>>();
  constructor(readonly listing: RootListing) {}

  /** Every file that may belong to the session of this main file, by path. */
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
