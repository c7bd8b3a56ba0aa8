import type { FollowedRoot, FoundRoot as FoundRootAnswer } from "../../api/schemas/discovery";
import { visibleName } from "../../read-models/visible-name";
import { formatDay } from "../../wording/format-day";
import { english, type Say } from "../../wording/say";

export type FoundFile = {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: string;
  readonly companions: number;
  /** Size of a database's log; 0 or absent for other files. */
  readonly logBytes?: number;
};
/** A folder with a client's transcripts; `fresh`: those not in the library yet. */
export type FoundRoot = {
  readonly id: string;
  readonly title: string;
  /** The path in a human-readable form. */
  readonly place: string;
  readonly bytes: number;
  readonly truncated: boolean;
  readonly files: readonly FoundFile[];
  readonly fresh: readonly FoundFile[];
};

export function toFoundRoots(roots: readonly FoundRootAnswer[]): FoundRoot[] {
  return roots.map((root) => {
    const files = root.files.map(({ modified_at, log_bytes, imported, ...file }) => ({
      ...file,
      modifiedAt: modified_at,
      logBytes: log_bytes ?? 0,
      isImported: imported,
    }));
    const { id, title, bytes, truncated } = root;
    const fresh = files.filter((file) => !file.isImported);
    return { id, title, place: root.place ?? title, bytes, truncated, files, fresh };
  });
}

type ImportedFile = { readonly fileName: string; readonly bytes: number; readonly logBytes?: number };

/**
 * Which files the library already has, by name and size. A file, or a database's log, that has grown since counts as
 * new. An import's name may include more or fewer folders than the listing's, so one name has to end with the other.
 */
export function knownFiles(
  items: readonly ImportedFile[],
): (file: { readonly path: string; readonly bytes: number; readonly logBytes: number }) => boolean {
  const names = new Set(items.map((item) => sized(item.fileName, item)));
  const ends = new Set(items.flatMap((item) => endsOf(item.fileName).map((end) => sized(end, item))));
  return (file) => {
    const name = visibleName(file.path);
    return ends.has(sized(name, file)) || endsOf(name).some((end) => names.has(sized(end, file)));
  };
}

const sized = (name: string, { bytes, logBytes = 0 }: { readonly bytes: number; readonly logBytes?: number }) =>
  `${name}\n${bytes}\n${logBytes}`;

/** Current location of an imported file on this machine, by its name; null if none or several files match. */
export function placeOf(
  fileName: string,
  roots: readonly FoundRootAnswer[],
): { readonly root: string; readonly title: string; readonly paths: readonly string[] } | null {
  const places = roots.flatMap(({ id, title, files }) =>
    files
      .filter(({ path }) => endsOf(visibleName(path)).includes(fileName))
      .map(({ path }) => ({ root: id, title, paths: [path] })),
  );
  return places.length === 1 ? (places[0] ?? null) : null;
}

/** a/b/c → a/b/c, b/c, c */
function endsOf(path: string): string[] {
  const segments = path.split("/");
  return segments.map((_, index) => segments.slice(index).join("/"));
}

/** Bytes that an import of everything new in these folders would read. */
export const chosenBytes = (roots: readonly FoundRoot[]): number =>
  roots.reduce((sum, root) => sum + root.fresh.reduce((total, file) => total + file.bytes, 0), 0);

/** The most recently written file of all folders; null if there is none. Each folder lists its newest first. */
export function newestFound(roots: readonly FoundRoot[]): { root: FoundRoot; file: FoundFile } | null {
  const firsts = roots.flatMap((root) => (root.files[0] ? [{ root, file: root.files[0] }] : []));
  return firsts.sort((a, b) => (a.file.modifiedAt < b.file.modifiedAt ? 1 : -1))[0] ?? null;
}

/** Project folder, file name and day: they distinguish transcripts. */
export function describeFound(file: FoundFile, say: Say = english): { project: string; name: string; day: string } {
  const segments = visibleName(file.path).split("/");
  return {
    project: segments.slice(0, -1).join("/") || "–",
    name: segments.at(-1) ?? file.path,
    day: formatDay(file.modifiedAt, "time", say),
  };
}

/** Files whose path contains every word. */
export function searchFound(files: readonly FoundFile[], text: string): FoundFile[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return files.filter((file) => words.every((word) => file.path.toLowerCase().includes(word)));
}

/** "Claude Code, 1 live now"; an explanation of following if nothing is followed. */
export function describeFollowing(
  roots: readonly FoundRoot[],
  followed: readonly FollowedRoot[],
  say: Say = english,
): string {
  const names = roots.filter((root) => followed.some(({ id }) => id === root.id)).map((root) => root.title);
  if (names.length === 0) return say("Off. New sessions are not picked up automatically.");
  const live = followed.reduce((sum, root) => sum + root.live, 0);
  return say("{names}, {live} live now", { names: names.join(", "), live: live === 0 ? say("none") : live });
}

/** The first file that could not be read, by name; null if all could. */
export function describeFollowFailures(followed: readonly FollowedRoot[], say: Say = english): string | null {
  const failures = followed.flatMap((root) => root.failures);
  const [first] = failures;
  if (!first) return null;
  const others = failures.length > 1 ? say(" (and {count} more)", { count: failures.length - 1 }) : "";
  return say("Could not read {at}{others}: {message}", {
    at: visibleName(first.path).split("/").at(-1) ?? first.path,
    others,
    message: first.message,
  });
}
