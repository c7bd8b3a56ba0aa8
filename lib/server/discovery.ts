import { realpath } from "node:fs/promises";
import { Problem } from "@/lib/api/problem";
import type { FoundRoot } from "@/lib/api/schemas/discovery";
import { knownFiles } from "@/lib/view-models/found-sessions";
import { companionsByName, folderOf, isCompanion, peekSession } from "./discovery-companions";
import { type FoundFile, walkFiles } from "./discovery-files";
import { type DiscoveryRoot, discoveryRoots } from "./discovery-roots";
import { readLibrary } from "./library/entries";
import { LIMITS } from "./limits";

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

/** The transcripts on this machine: names, counts and sizes. Opens no file. Roots that do not exist are left out. */
export async function discover(): Promise<FoundRoot[]> {
  const { items } = await readLibrary();
  const isKnown = knownFiles(items);
  const found: FoundRoot[] = [];
  const seen = new Set<string>();
  for (const root of discoveryRoots()) {
    const listing = await listRoot(root);
    const key = listing && `${listing.base}\0${root.client.files.source}`;
    if (!listing || key === null || seen.has(key)) continue;
    seen.add(key);
    if (listing.mains.size > 0 || !isShared(root)) found.push(describeRoot(listing, isKnown));
  }
  return found;
}

/** True for a folder that holds other things too, so that an empty result is not worth showing. */
const isShared = ({ place, client }: DiscoveryRoot): boolean =>
  client.companions.kind === "database-log" || place.startsWith("$WINNOW_PROJECTS");

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

const logBytes = ({ client }: DiscoveryRoot, companions: readonly FoundFile[]): number =>
  client.companions.kind === "database-log" ? companions.reduce((sum, { bytes }) => sum + bytes, 0) : 0;

function describeRoot(
  { root, mains, companions, others, truncated }: RootListing,
  isKnown: ReturnType<typeof knownFiles>,
): FoundRoot {
  const files = [...mains.values()];
  return {
    id: root.id,
    title: root.title,
    place: root.place,
    format: root.client.importer,
    sessions: files.length,
    bytes: [...files, ...others].reduce((sum, file) => sum + file.bytes, 0),
    truncated,
    files: files.map((file) => {
      const log = logBytes(root, companions.get(file.path) ?? []);
      return {
        path: file.path,
        bytes: file.bytes,
        modified_at: new Date(file.modifiedMs).toISOString(),
        companions: companions.get(file.path)?.length ?? 0,
        log_bytes: log,
        imported: isKnown({ path: file.path, bytes: file.bytes, logBytes: log }),
      };
    }),
  };
}

export function rootOf(id: string): DiscoveryRoot {
  const root = discoveryRoots().find((candidate) => candidate.id === id);
  if (!root) throw new Problem(404, "no-such-root", "there is no such folder; see GET /api/discover");
  return root;
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
