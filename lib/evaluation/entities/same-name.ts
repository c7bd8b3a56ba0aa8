/**
 * If more names than this share a last segment, it never identifies one of them, for example `index.ts` in a large
 * project.
 */
const MAX_WITH_ONE_ENDING = 64;

/** Maps an entity's key to the key of the same thing; the key itself if there is none. */
export type SameName = (key: string) => string;

/** A path in another project or in the system. */
const ELSEWHERE = /^path:(?:\/|~|[A-Za-z]:\/)/;

type Name = { readonly key: string; readonly segments: readonly string[] };

/**
 * Maps the short and long forms of a name to one: `explain.go` is `cmd/x/explain.go`, and `SimulateStop` is
 * `env.SimulateStop`, if no other known name has the same ending. Linear in the keys, except for names with the same
 * last segment.
 *
 * `roots`: the session's own folders, stripped from the front of paths. If they are known, a path that still starts at
 * a disk's root lies elsewhere, and no short form of it means this project's file.
 */
export function sameNames(keys: Iterable<string>, roots: readonly string[] = []): SameName {
  const endingOf = (key: string): string | null => (roots.length > 0 && ELSEWHERE.test(key) ? null : ownEndingOf(key));
  const byEnding = new Map<string, string[]>();
  for (const key of keys) {
    const ending = endingOf(key);
    const alike = ending === null ? undefined : byEnding.get(ending);
    if (alike) alike.push(key);
    else if (ending !== null) byEnding.set(ending, [key]);
  }
  const names = new Map<string, readonly Name[]>();
  const found = new Map<string, string>();
  const find = (key: string): string => {
    const ending = endingOf(key);
    const alike = ending === null ? undefined : byEnding.get(ending);
    if (ending === null || alike === undefined || (alike.length === 1 && alike[0] === key)) return key;
    const known = names.get(ending) ?? namesOf(alike);
    names.set(ending, known);
    return sameAs(nameOf(key), known);
  };
  return (key) => {
    const before = found.get(key);
    if (before !== undefined) return before;
    const same = find(key);
    found.set(key, same);
    return same;
  };
}

/** Each name once, in the form in which it first occurred. */
function namesOf(keys: readonly string[]): readonly Name[] {
  if (keys.length > MAX_WITH_ONE_ENDING) return [];
  const names: Name[] = [];
  for (const name of keys.map(nameOf)) if (!names.some((other) => isEqual(other, name))) names.push(name);
  return names;
}

/** The only longest name that ends with this one; otherwise the longest one that this name ends with. */
function sameAs(name: Name, alike: readonly Name[]): string {
  const longest = longestOf(name, alike);
  if (longest.length > 0) return longest.length === 1 ? (longest[0] as Name).key : name.key;
  const shorter = alike.filter((other) => isEqual(other, name) || (isDistinct(other) && isLonger(name, other)));
  const nearest = shorter.reduce<Name | null>(
    (best, other) => (best !== null && best.segments.length >= other.segments.length ? best : other),
    null,
  );
  return nearest !== null && longestOf(nearest, alike).length === 0 ? nearest.key : name.key;
}

function longestOf(name: Name, alike: readonly Name[]): readonly Name[] {
  const longer = alike.filter((other) => isLonger(other, name));
  return longer.filter((other) => !longer.some((next) => isLonger(next, other)));
}

/** A file name alone does not show which folder a longer path means. */
const isDistinct = ({ key, segments }: Name): boolean => segments.length > 1 || key.startsWith("symbol:");

/** True if a name has more segments than another and ends with all of them. */
const isLonger = (name: Name, end: Name): boolean => name.segments.length > end.segments.length && endsWith(name, end);

/** `a.b` and `a::b` are one name. The form that occurs first is its key. */
const isEqual = (a: Name, b: Name): boolean => a.segments.length === b.segments.length && endsWith(a, b);

const endsWith = ({ segments }: Name, { segments: end }: Name): boolean =>
  end.every((segment, at) => segment === segments[segments.length - end.length + at]);

/** Only paths and code names have short forms. */
const SEPARATOR = /\.|::|->|\\/;

/** Kind and last segment of a path or code name; null for other facts. */
function ownEndingOf(key: string): string | null {
  if (key.startsWith("path:")) return `p ${key.slice(Math.max(key.lastIndexOf("/") + 1, "path:".length))}`;
  if (!key.startsWith("symbol:")) return null;
  const last = Math.max(
    key.lastIndexOf("."),
    key.lastIndexOf("::") + 1,
    key.lastIndexOf("->") + 1,
    key.lastIndexOf("\\"),
  );
  return `s ${key.slice(Math.max(last + 1, "symbol:".length))}`;
}

const nameOf = (key: string): Name => ({
  key,
  segments: key.startsWith("path:")
    ? key.slice("path:".length).split("/")
    : key.slice("symbol:".length).split(SEPARATOR),
});
