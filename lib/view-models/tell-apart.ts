import { formatDay } from "./format-day";
import type { LibraryItem } from "./library-table";
import { formatCount } from "./number-format";

/**
 * Marks sessions that look alike: what differs between those of one title, and which of them are copies. A copy has the
 * client, the start and the title of another session; the one with the most requests, then the first import, is the original.
 */
export function tellApart(items: readonly LibraryItem[]): LibraryItem[] {
  const byTitle = new Map<string, LibraryItem[]>();
  for (const item of items) {
    const group = byTitle.get(item.title);
    if (group) group.push(item);
    else byTitle.set(item.title, [item]);
  }
  return items.map((item) => {
    const alike = byTitle.get(item.title) ?? [];
    if (alike.length < 2) return item;
    const copyOf = originalOf(item, alike);
    return { ...item, copyOf: copyOf?.id ?? null, differs: differenceOf(item, alike, copyOf) };
  });
}

function originalOf(item: LibraryItem, alike: readonly LibraryItem[]): LibraryItem | null {
  if (item.startedAt === null) return null;
  const same = alike.filter((other) => other.startedAt === item.startedAt && other.client === item.client);
  const [first] = [...same].sort((a, b) => b.requests - a.requests || compare(a.importedAt, b.importedAt));
  return first === undefined || first.id === item.id ? null : first;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What a reader recognises a session by, in this order; the first two that are not the same for all are said. */
const FACTS: readonly ((item: LibraryItem) => string | null)[] = [
  ({ project }) => project?.split("/").filter(Boolean).at(-1) ?? null,
  ({ startedAt }) => (startedAt === null ? null : formatDay(startedAt, "time")),
  ({ requests }) => formatCount(requests, "request"),
  ({ models }) => models[0] ?? null,
  ({ fileName }) => fileName,
];

function differenceOf(item: LibraryItem, alike: readonly LibraryItem[], original: LibraryItem | null): string | null {
  if (original) {
    const where = original.project === item.project ? item.fileName : `from ${item.project ?? item.fileName}`;
    return item.requests === original.requests
      ? `same start and requests; ${where}`
      : `same start, ${item.requests} of ${original.requests} requests; ${where}`;
  }
  const said = FACTS.filter((fact) => new Set(alike.map(fact)).size > 1).flatMap((fact) => fact(item) ?? []);
  return said.length === 0 ? null : said.slice(0, 2).join(" · ");
}
