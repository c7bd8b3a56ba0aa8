// The library computed in memory: slow for many sessions but easy to read. Tests compare the database with it.

import type { Direction, LibraryColumn, LibraryFlag } from "@/lib/api/library-keys";
import { type DayCell, dayOf, familyOf, type Loss } from "@/lib/read-models/library-days";
import { type LibraryItem, searchableText, UNTAGGED } from "@/lib/read-models/library-item";
import { shortModel } from "@/lib/read-models/short-model";
import { queryWords } from "@/lib/search/words";
import type { LibraryFacets } from "@/lib/view-models/library/library-table";
import { type Alike, differenceOf } from "@/lib/view-models/library/tell-apart";

const SORT_VALUE: Readonly<Record<LibraryColumn, (item: LibraryItem) => string | number | null>> = {
  title: (item) => item.title.toLowerCase(),
  model: (item) => shortModel(item.models) ?? null,
  started: (item) => item.startedAt,
  duration: (item) => item.durationSeconds,
  requests: (item) => item.requests,
  peak: (item) => item.peakFraction,
  in: (item) => item.tokensIn,
  out: (item) => item.tokensOut,
  read: (item) => item.readShare,
  cost: (item) => item.cost?.amount ?? null,
  lost: (item) => item.lostCost,
  compactions: (item) => item.compactions,
  breaks: (item) => item.breaks,
  agents: (item) => item.agents,
};

/** A sorted copy; unknown values are last in both directions. */
export function sortLibrary(items: readonly LibraryItem[], column: LibraryColumn, direction: Direction): LibraryItem[] {
  const value = SORT_VALUE[column];
  const sign = direction === "asc" ? 1 : -1;
  const keyed = items.map((item) => ({ item, key: value(item) }));
  keyed.sort(({ key: left }, { key: right }) => {
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    return left < right ? -sign : left > right ? sign : 0;
  });
  return keyed.map(({ item }) => item);
}

export type LibraryFilter = {
  /** Words of titles, clients, models, projects and file names; all must occur. */
  readonly text: string;
  readonly flags: readonly LibraryFlag[];
  readonly client: string | null;
  readonly model: string | null;
  readonly project: string | null;
  readonly tag: string | null;
  /** The first and the last UTC day of the start, inclusive: `2026-03-10`. */
  readonly from: string | null;
  readonly to: string | null;
};

const HAS: Readonly<Record<LibraryFlag, (item: LibraryItem) => boolean>> = {
  compaction: (item) => item.compactions > 0,
  break: (item) => (item.breaks ?? 0) > 0,
  error: (item) => item.errors > 0,
  copy: (item) => item.copyOf !== null,
};

type Test = readonly [name: string, test: (item: LibraryItem) => boolean];

/** The matching sessions, and how many each active filter by itself would hide. */
export function filterLibrary(items: readonly LibraryItem[], filter: LibraryFilter) {
  const tests = testsOf(filter);
  const shown = items.filter((item) => tests.every(([, test]) => test(item)));
  const hides = Object.fromEntries(tests.map(([name, test]) => [name, items.filter((item) => !test(item)).length]));
  return { shown, hidden: items.length - shown.length, hides: hides as Readonly<Record<string, number>> };
}

function testsOf({ text, flags, client, model, project, tag, from, to }: LibraryFilter): Test[] {
  const tests: Test[] = flags.map((flag) => [flag, HAS[flag]]);
  if (text.trim()) tests.push(["text", textTest(text)]);
  if (client) tests.push(["client", (item) => item.client === client]);
  if (model) tests.push(["model", (item) => item.models.includes(model)]);
  if (project) tests.push(["project", (item) => item.project === project]);
  if (tag !== null)
    tests.push(["tag", (item) => (tag === UNTAGGED ? item.tags.length === 0 : item.tags.includes(tag))]);
  if (from) tests.push(["from", ({ startedAt }) => startedAt !== null && startedAt.slice(0, 10) >= from]);
  if (to) tests.push(["to", ({ startedAt }) => startedAt !== null && startedAt.slice(0, 10) <= to]);
  return tests;
}

function textTest(text: string): (item: LibraryItem) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (item) => words.every((word) => searchableText(item).includes(word));
}

/** The library's filter values, each with its sessions. Sessions without a tag count as `UNTAGGED`. */
export const libraryFacets = (items: readonly LibraryItem[]): LibraryFacets => ({
  client: countValues(items.map((item) => item.client)),
  model: countValues(items.flatMap((item) => [...item.models])),
  project: countValues(items.flatMap((item) => item.project ?? [])),
  tag: items.some((item) => item.tags.length > 0)
    ? countValues(items.flatMap((item) => (item.tags.length === 0 ? [UNTAGGED] : [...item.tags])))
    : [],
});

/** The number of occurrences of each value, most frequent first. */
function countValues(values: readonly string[]): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

/** One session as the sums of its day and family. */
export const toDayCell = (item: LibraryItem): DayCell => {
  const readOf = item.readShare === null ? 0 : (item.tokensIn ?? 0);
  return {
    day: dayOf(item),
    family: familyOf(item),
    sessions: 1,
    requests: item.requests,
    cost: item.cost?.amount ?? 0,
    priced: item.cost === null ? 0 : 1,
    inexact: item.cost === null || item.cost.isFloor ? 1 : 0,
    reporting: item.readShare === null ? 0 : 1,
    readOf,
    read: readOf * (item.readShare ?? 0),
    lost: item.lostCost ?? 0,
    lossKnown: item.lostCost === null ? 0 : 1,
  };
};

/** The sessions that lost the most money to cache breaks. */
export const mostLost = (items: readonly LibraryItem[], count: number): Loss[] =>
  items
    .flatMap(({ id, title, breaks, lostCost, shown, copyOf }) =>
      lostCost && !copyOf ? [{ id, title, breaks, lostCost, isFloor: shown.lost.kind === "range" }] : [],
    )
    .sort((a, b) => b.lostCost - a.lostCost)
    .slice(0, count);

/** Facts of a session that are compared but not shown in the list. */
type Told = { readonly format?: string; readonly clientSession?: string | null; readonly exchange?: string | null };

/**
 * Marks similar sessions: what differs between those with one title, and which are copies. A copy has the same client,
 * start and title as another session, or another format and the client's same id. The original is the one with the most
 * requests, then a recording, then the first import.
 */
export function tellApart(items: readonly (LibraryItem & Told)[]): LibraryItem[] {
  const originals = originalsOf(items);
  const byTitle = new Map<string, LibraryItem[]>();
  for (const item of items) {
    const group = byTitle.get(item.title);
    if (group) group.push(item);
    else byTitle.set(item.title, [item]);
  }
  return items.map((item) => {
    const alike = byTitle.get(item.title) ?? [];
    const copyOf = originals.get(item) ?? null;
    const differs =
      alike.length < 2 && copyOf === null
        ? null
        : differenceOf(alikeOf(item), alike.map(alikeOf), copyOf && alikeOf(copyOf));
    return { ...item, copyOf: copyOf?.id ?? null, differs };
  });
}

function originalsOf(items: readonly (LibraryItem & Told)[]): Map<LibraryItem, LibraryItem> {
  const rank = (item: Told) => (item.format === "winnow-recording" ? 0 : 1);
  const left = [...items].sort(
    (a, b) =>
      b.requests - a.requests || rank(a) - rank(b) || compare(a.importedAt, b.importedAt) || compare(b.id, a.id),
  );
  const originals = new Map<LibraryItem, LibraryItem>();
  for (let original = left.shift(); original; original = left.shift())
    for (const item of left.filter((other) => isCopy(other, original))) {
      originals.set(item, original);
      left.splice(left.indexOf(item), 1);
    }
  return originals;
}

function isCopy(item: LibraryItem & Told, original: LibraryItem & Told): boolean {
  const ids = [item.clientSession ?? null, original.clientSession ?? null];
  if (ids[0] !== null && ids[0] === ids[1] && item.format !== original.format) return true;
  if (item.format !== original.format && isRecordingOf(item, original)) return true;
  const isAlike = (["title", "client", "startedAt"] as const).every((name) => item[name] === original[name]);
  if (!isAlike || item.startedAt === null) return false;
  const areTwo = ids[0] !== null && ids[1] !== null && ids[0] !== ids[1];
  return !areTwo || endOf(item) <= endOf(original);
}

function isRecordingOf(item: LibraryItem & Told, other: LibraryItem & Told): boolean {
  if ((item.clientSession && other.clientSession) || ![item.format, other.format].includes("winnow-recording"))
    return false;
  const [start, otherStart] = [Date.parse(item.startedAt ?? ""), Date.parse(other.startedAt ?? "")];
  const isSoon = start <= endOf(other) + 2_000 && otherStart <= endOf(item) + 2_000; // never for an unknown start
  return Boolean(item.exchange) && item.exchange === other.exchange && isSoon;
}

const endOf = ({ startedAt, durationSeconds }: LibraryItem): number =>
  Date.parse(startedAt ?? "") + (durationSeconds ?? 0) * 1_000;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const alikeOf = (item: LibraryItem): Alike => ({ ...item, firstModel: item.models[0] ?? null });

export type InMemory = {
  readonly items: readonly (LibraryItem & Told)[];
  /** The words of each message of a session. */
  readonly words: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
};
type Asked = {
  readonly sort: LibraryColumn;
  readonly dir: Direction;
  readonly q: string;
  readonly in: "transcripts" | "titles";
  readonly filter: Omit<LibraryFilter, "text">;
};

/** The list of sessions: ids in order, how many each filter hides, and the menus' choices. */
export function listInMemory({ items: all, words }: InMemory, { sort, dir, q, filter, ...asked }: Asked) {
  const newestFirst = [...all].sort((a, b) => compare(b.importedAt, a.importedAt) || compare(b.id, a.id));
  const items = tellApart(newestFirst);
  const sorted = sortLibrary(items, sort, dir);
  const wanted = asked.in === "titles" ? [] : queryWords(q);
  const plain = filterLibrary(sorted, { ...filter, text: wanted.length > 0 ? "" : q });
  const facets = libraryFacets(items);
  if (wanted.length === 0) return { shown: plain.shown, hides: plain.hides, facets, items };
  const hasAll = (message: ReadonlySet<string>) =>
    wanted.every(
      ({ word, isPrefix }) => message.has(word) || (isPrefix && [...message].some((own) => own.startsWith(word))),
    );
  const titled = textTest(q);
  const isHit = (item: LibraryItem) => titled(item) || (words.get(item.id) ?? []).some(hasAll);
  const hides = { ...plain.hides, q: items.filter((item) => !isHit(item)).length };
  return { shown: plain.shown.filter(isHit), hides, facets, items };
}
