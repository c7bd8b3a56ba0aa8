import { Problem } from "@/lib/api/problem";
import type { FoundRoot } from "@/lib/api/schemas/discovery";
import { knownFiles } from "@/lib/view-models/library/found-sessions";
import { importedOfSizes } from "../library/imported-files";
import type { FoundFile } from "./discovery-files";
import { listRoot, type RootListing } from "./discovery-listing";
import { type DiscoveryRoot, discoveryRoots } from "./discovery-roots";

/** The transcripts on this machine: names, counts and sizes. Opens no file. Roots that do not exist are left out. */
export async function discover(): Promise<FoundRoot[]> {
  const listings: RootListing[] = [];
  const seen = new Set<string>();
  for (const root of discoveryRoots()) {
    const listing = await listRoot(root);
    const key = listing && `${listing.base}\0${root.client.files.source}`;
    if (!listing || key === null || seen.has(key)) continue;
    seen.add(key);
    if (listing.mains.size > 0 || !isShared(root)) listings.push(listing);
  }
  const sizes = listings.flatMap(({ mains }) => [...mains.values()].map(({ bytes }) => bytes));
  const isKnown = knownFiles(await importedOfSizes(sizes));
  return listings.map((listing) => describeRoot(listing, isKnown));
}

/** True for a folder with other uses, so an empty result is not worth showing. */
const isShared = ({ place, client }: DiscoveryRoot): boolean =>
  client.companions.kind === "database-log" || place.startsWith("$WINNOW_PROJECTS");

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
