import type * as z from "zod";
import { LIBRARY_HAS, type LibraryList, type ListedSession, type libraryQuery } from "@/lib/api/schemas/library-list";
import { queryWords } from "@/lib/search/words";
import {
  type Direction,
  filterLibrary,
  LIBRARY_FLAGS,
  type LibraryColumn,
  type LibraryFacets,
  type LibraryFilter,
  type LibraryFlag,
  type LibraryItem,
  libraryFacets,
  sortLibrary,
} from "@/lib/view-models/library-table";
import { asServer, visibleProjects } from "../caller-context";
import { type Db, getDb } from "../db/get-db";
import { sessionsWith } from "../search/search-store";
import { type Library, readLibrary } from "./entries";

type Query = { [Name in keyof typeof libraryQuery]: z.output<(typeof libraryQuery)[Name]> };
export type LibraryQuery = Partial<Query>;

/** One page of the library, sorted, filtered and searched. */
export async function listSessions(query: LibraryQuery): Promise<LibraryList> {
  const { offset = 0, limit = 100, sort = "started", dir = "desc" } = query;
  const library = await readLibrary();
  const { shown, hides } = await searched(sortedItems(library, sort, dir), query);
  const page = shown.slice(offset, offset + limit);
  const { entries, items } = library;
  return {
    sessions: page.flatMap((item) => listed(entries.get(item.id)?.entry, item)),
    total: items.length,
    found: shown.length,
    hides,
    facets: facetsOf(library),
    unindexed: await countUnindexed(entries),
    binned: entries.size - items.length,
  };
}

const listed = (entry: Omit<ListedSession, "differs" | "copy_of"> | undefined, item: LibraryItem): ListedSession[] =>
  entry ? [{ ...entry, differs: item.differs, copy_of: item.copyOf }] : [];

/** The facets of one state of the library, because every page of it has the same. */
const facets = new WeakMap<Library, LibraryFacets>();

function facetsOf(library: Library): LibraryFacets {
  const known = facets.get(library) ?? libraryFacets(library.items);
  facets.set(library, known);
  return known;
}

type Order = { readonly sort: LibraryColumn; readonly dir: Direction; readonly items: readonly LibraryItem[] };

/** The last order of one state of the library: its other pages, filters and searches have the same. */
const orders = new WeakMap<Library, Order>();

function sortedItems(library: Library, sort: LibraryColumn, dir: Direction): readonly LibraryItem[] {
  const known = orders.get(library);
  if (known?.sort === sort && known.dir === dir) return known.items;
  const items = sortLibrary(library.items, sort, dir);
  orders.set(library, { sort, dir, items });
  return items;
}

/** The sessions that pass, in the order in which they came. */
async function searched(items: readonly LibraryItem[], query: LibraryQuery) {
  const words = query.in === "titles" ? [] : queryWords(query.q ?? "");
  const filter = filterOf(query, words.length > 0 ? "" : (query.q ?? ""));
  const plain = filterLibrary(items, filter);
  if (words.length === 0) return plain;
  const ids = await idsWith(words);
  const titled = new Set(filterLibrary(items, { ...NO_FILTER, text: query.q ?? "" }).shown.map(({ id }) => id));
  const isHit = ({ id }: LibraryItem) => ids.has(id) || titled.has(id);
  const hidden = items.reduce((sum, item) => sum + (isHit(item) ? 0 : 1), 0);
  return { shown: plain.shown.filter(isHit), hides: { ...plain.hides, q: hidden } };
}

const NO_FILTER: LibraryFilter = {
  text: "",
  flags: [],
  client: null,
  model: null,
  project: null,
  tag: null,
  from: null,
  to: null,
};

function filterOf(query: LibraryQuery, text: string): LibraryFilter {
  const { client = null, model = null, project = null, tag = null, from = null, to = null } = query;
  return { text, flags: flagsOf(query.has), client, model, project, tag, from, to };
}

/** The flags of `has=break,copy`; words that are none are left out. */
export function flagsOf(has: string | undefined): LibraryFlag[] {
  const said = new Set((has ?? "").split(","));
  return LIBRARY_FLAGS.filter((flag) => LIBRARY_HAS.includes(flag) && said.has(flag));
}

async function idsWith(words: ReturnType<typeof queryWords>): Promise<Set<string>> {
  const numbers = await sessionsWith(words);
  const known = await idsOfNumbers(await getDb(), numbers);
  return new Set(numbers.flatMap((number) => known.get(number) ?? []));
}

/** The ids of sessions by their numbers in the index, which are never given twice. */
const idsByNumber = new WeakMap<Db, ReadonlyMap<number, string>>();

/** Reads the ids again only where a number is new: thousands of rows take longer than the search itself. */
async function idsOfNumbers(db: Db, numbers: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const known = idsByNumber.get(db);
  if (known && numbers.every((number) => known.has(number))) return known;
  const states = await db.searchState.findMany({ select: { number: true, sessionId: true } });
  const read = new Map(states.map(({ number, sessionId }) => [number, sessionId]));
  idsByNumber.set(db, read);
  return read;
}

/** How many of the sessions are not in the index yet. Mostly all are, which one number tells of all projects together. */
async function countUnindexed(entries: Library["entries"]): Promise<number> {
  const db = await getDb();
  const all = await asServer(async () => await db.session.count());
  const whole = await db.searchState.count({ where: { isWhole: true } });
  if (whole >= all || visibleProjects() === "all") return Math.max(0, all - whole);
  const indexed = await db.searchState.findMany({ where: { isWhole: true }, select: { sessionId: true } });
  return entries.size - indexed.filter(({ sessionId }) => entries.has(sessionId)).length;
}
