import type * as z from "zod";
import {
  type Direction,
  LIBRARY_HAS,
  type LibraryColumn,
  type LibraryFilter,
  type LibraryFlag,
} from "@/lib/api/library-keys";
import type { LibraryList, ListedSession, libraryQuery } from "@/lib/api/schemas/library-list";
import { queryWords, type SearchWord } from "@/lib/search/words";
import { type Alike, differenceOf } from "@/lib/view-models/library/tell-apart";
import { Prisma } from "@/prisma/clients/embedded.mjs";
import type { Db } from "../db/get-db";
import { isPostgres, tableName } from "../db/table-name";
import { COUNTED_ONCE, type Condition, conditionsOf, listed, ofPage } from "./conditions";
import { countAll, countKept, readFacets } from "./counts";
import { readRows } from "./read-rows";
import { libraryDb } from "./refresh-items";
import { messageMatches, sessionsWith } from "./search-store";

/** The sessions that match a search. */
type Hits = {
  /** The filter's name in the answer: the words of messages, or the text of names. */
  readonly name: "q" | "text";
  readonly sql: Prisma.Sql;
  /** True if there are too many to gather first. Each session of the list is then tested in turn. */
  readonly areMany: boolean;
};

/** Sessions and messages that PostgreSQL gathers for one search. Beyond that, testing session by session is faster. */
export type Gathered = { readonly titles: number; readonly messages: number };
const MAX_GATHERED: Gathered = { titles: 10_000, messages: 20_000 };

/** Sessions with all words in one message, or with the text of the query in their titles and names. */
export async function findHits(db: Db, query: string, isInTitles: boolean, most = MAX_GATHERED): Promise<Hits> {
  const words = isInTitles ? [] : queryWords(query);
  if (words.length === 0) return { name: "text", sql: await findTitled(db, query, most.titles), areMany: false };
  const numbers = await sessionsWith(db, words, most.messages);
  // Each session's messages are tested anyway, so testing the title costs nothing extra.
  const titled = numbers === null ? holdsAll(wordsOf(query)) : await findTitled(db, query, most.titles);
  const sql = numbers === null ? eachAsked(words) : among(numbers);
  return { name: "q", sql: Prisma.sql`${sql} OR (${titled})`, areMany: numbers === null };
}

const among = (numbers: readonly number[]): Prisma.Sql =>
  isPostgres()
    ? Prisma.sql`i."number" = ANY(${numbers}::bigint[])`
    : Prisma.sql`i."number" IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`;

const eachAsked = (words: readonly SearchWord[]): Prisma.Sql => messageMatches(Prisma.sql`i."number"`, words);

/**
 * The condition that all words of the text occur in a session's title, client, models, tags, project and file name. If
 * few sessions match, PostgreSQL gathers them by trigrams from its index; otherwise it searches each session's text
 * directly, because computing trigrams for each would cost more.
 */
async function findTitled(db: Db, text: string, most: number): Promise<Prisma.Sql> {
  const words = wordsOf(text);
  const tests = holdsAll(words);
  if (words.length === 0 || !isPostgres()) return tests;
  const pieces = words.flatMap(gramsOf).join(" & ");
  const rows = await db.$queryRaw<{ sessionId: string }[]>`
    SELECT i."sessionId" FROM ${tableName("LibraryItem")} i
    WHERE ${listed()} AND ${tableName("libraryGrams")}(i."searchable") @@ ${pieces}::tsquery AND ${tests} LIMIT ${most + 1}`;
  if (rows.length > most) return tests;
  return Prisma.sql`i."sessionId" = ANY(${rows.map(({ sessionId }) => sessionId)}::text[])`;
}

const wordsOf = (text: string): string[] => text.toLowerCase().toWellFormed().split(/\s+/).filter(Boolean);

function holdsAll(words: readonly string[]): Prisma.Sql {
  if (words.length === 0) return Prisma.sql`true`;
  const place = Prisma.raw(isPostgres() ? "strpos" : "instr");
  return Prisma.join(
    words.map((word) => Prisma.sql`${place}(i."searchable", ${word}) > 0`),
    " AND ",
  );
}

/** The trigrams of a word, as PostgreSQL's index stores them; a shorter word is the prefix of one. */
function gramsOf(word: string): string[] {
  const characters = [...word];
  const quoted = (gram: string) => `'${gram.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
  if (characters.length < 3) return [`${quoted(word)}:*`];
  return characters.slice(2).map((_, index) => quoted(characters.slice(index, index + 3).join("")));
}

type Query = { [Name in keyof typeof libraryQuery]: z.output<(typeof libraryQuery)[Name]> };
export type LibraryQuery = Partial<Query> & {
  /** Leaves copies out of the sums. */
  readonly counted?: boolean;
};

/** Sessions counted beyond the page if there is no stored count; fewer if each has to be searched. */
const COUNTED = { usual: 10_000, searched: 1_000 } as const;

/** One page of the library, sorted, filtered and searched by the database. */
export async function listSessions(query: LibraryQuery): Promise<LibraryList> {
  const { offset = 0, limit = 100, sort = "started", dir = "desc" } = query;
  const db = await libraryDb();
  const { conditions, areMany } = await readConditions(db, query);
  const bound = offset + limit + (areMany ? COUNTED.searched : COUNTED.usual);
  const [all, facets, counts] = await Promise.all([
    countAll(db),
    readFacets(db),
    Promise.all(conditions.map((condition) => countOf(db, [condition], bound))),
  ]);
  const asked = conditions.map((condition, at) => ofPage(condition, { has: counts[at] ?? 0, of: all.listed }));
  const [ids, found] = await Promise.all([
    pageIds(db, asked, { sort, dir, offset, limit }),
    countFound(db, conditions, counts, all.listed, bound),
  ]);
  const isWhole = conditions.length === 0 || (conditions.length === 1 && conditions[0]?.kept !== null);
  return {
    sessions: await readListed(db, ids),
    total: all.listed,
    found: isWhole ? found : Math.min(found, bound),
    found_is_floor: !isWhole && found > bound,
    hides: hiddenBy(conditions, counts, all.listed, bound),
    facets,
    unindexed: Math.max(0, all.listed + all.binned - all.whole),
    binned: all.binned,
  };
}

async function readConditions(db: Db, query: LibraryQuery): Promise<{ conditions: Condition[]; areMany: boolean }> {
  const { client = null, model = null, project = null, tag = null, from = null, to = null, q = "" } = query;
  const filters = { flags: flagsOf(query.has), client, model, project, tag, from, to };
  const conditions = [...conditionsOf(filters), ...(query.counted ? [COUNTED_ONCE] : [])];
  if (q.trim() === "") return { conditions, areMany: false };
  const { sql, areMany, name } = await findHits(db, q, query.in === "titles");
  return { conditions: [...conditions, { name, sql, kept: null }], areMany };
}

/** The flags of `has=break,copy`; unknown words are ignored. */
function flagsOf(has: string | undefined): LibraryFlag[] {
  const said = new Set((has ?? "").split(","));
  return LIBRARY_HAS.filter((flag) => said.has(flag));
}

const SORTED_BY: Readonly<Record<LibraryColumn, Prisma.Sql>> = {
  title: Prisma.sql`i."title"`,
  model: Prisma.sql`i."model"`,
  started: Prisma.sql`i."started"`,
  duration: Prisma.sql`i."duration"`,
  requests: Prisma.sql`i."requests"`,
  peak: Prisma.sql`i."peak"`,
  in: Prisma.sql`i."tokensIn"`,
  out: Prisma.sql`i."tokensOut"`,
  read: Prisma.sql`i."readShare"`,
  cost: Prisma.sql`i."cost"`,
  lost: Prisma.sql`i."lost"`,
  compactions: Prisma.sql`i."compactions"`,
  breaks: Prisma.sql`i."breaks"`,
  agents: Prisma.sql`i."agents"`,
};

type Page = { readonly sort: LibraryColumn; readonly dir: Direction; readonly offset: number; readonly limit: number };

const allOf = (conditions: readonly Condition[]): Prisma.Sql =>
  Prisma.join([listed(), ...conditions.map(({ sql }) => Prisma.sql`(${sql})`)], " AND ");

/** Unknown values come last in both directions; ties go to the newest import. */
async function pageIds(db: Db, conditions: readonly Condition[], { sort, dir, offset, limit }: Page) {
  const direction = Prisma.raw(dir === "asc" ? "ASC" : "DESC");
  const rows = await db.$queryRaw<{ sessionId: string }[]>`
    SELECT i."sessionId" FROM ${tableName("LibraryItem")} i WHERE ${allOf(conditions)}
    ORDER BY ${SORTED_BY[sort]} ${direction} NULLS LAST, i."importedAt" DESC, i."sessionId" DESC
    LIMIT ${limit} OFFSET ${offset}`;
  return rows.map(({ sessionId }) => sessionId);
}

/** Number of sessions that meet these conditions; counting stops after `bound`. */
async function countOf(db: Db, conditions: readonly Condition[], bound: number): Promise<number> {
  const [only] = conditions;
  if (conditions.length === 1 && only?.kept) return countKept(db, only.kept);
  const [row] = await db.$queryRaw<{ sessions: number | bigint }[]>`
    SELECT count(*) AS sessions FROM (
      SELECT 1 FROM ${tableName("LibraryItem")} i WHERE ${allOf(conditions)} LIMIT ${bound + 1}) AS passing`;
  return Number(row?.sessions ?? 0);
}

async function countFound(
  db: Db,
  conditions: readonly Condition[],
  counts: readonly number[],
  listed: number,
  bound: number,
): Promise<number> {
  if (conditions.length === 0) return listed;
  if (conditions.length === 1) return counts[0] ?? 0;
  return countOf(db, conditions, bound);
}

/** How many sessions each filter alone hides; omitted for a filter with an incomplete count. */
function hiddenBy(
  conditions: readonly Condition[],
  counts: readonly number[],
  listed: number,
  bound: number,
): LibraryList["hides"] {
  const hides: { [Name in LibraryFilter]?: number } = {};
  conditions.forEach(({ name, kept }, index) => {
    const count = counts[index] ?? 0;
    const isWhole = kept !== null || count <= bound;
    if (name !== null && isWhole) hides[name] = Math.max(0, listed - count);
  });
  return hides;
}

/** Maximum number of sessions of one title to read for the differences between them; reading more would not help. */
const MAX_ALIKE = 2_000;

const ALIKE = {
  sessionId: true,
  titleHash: true,
  copyOf: true,
  project: true,
  started: true,
  requests: true,
  firstModel: true,
  fileName: true,
} as const;

/** The sessions with these ids, in this order, with the facts that distinguish them from similar ones. */
async function readListed(db: Db, ids: readonly string[]): Promise<ListedSession[]> {
  const stored = new Map((await readRows(db, ids)).map(({ entry }) => [entry.id, entry]));
  const own = await db.libraryItem.findMany({ where: { sessionId: { in: [...ids] } }, select: ALIKE });
  const originals = own.flatMap(({ copyOf }) => copyOf ?? []);
  const others = await db.libraryItem.findMany({
    where: { isBinned: false, titleHash: { in: [...new Set(own.map(({ titleHash }) => titleHash))] } },
    select: ALIKE,
    orderBy: [{ titleHash: "asc" }, { sessionId: "asc" }],
    take: MAX_ALIKE,
  });
  const missing = await db.libraryItem.findMany({ where: { sessionId: { in: originals } }, select: ALIKE });
  const members = new Map([...others, ...missing, ...own].map((item) => [item.sessionId, item]));
  const byTitle = new Map<string, Alike[]>();
  for (const item of members.values()) {
    const group = byTitle.get(item.titleHash);
    if (group) group.push(toAlike(item));
    else byTitle.set(item.titleHash, [toAlike(item)]);
  }
  return ids.flatMap((id) => {
    const [entry, item] = [stored.get(id), members.get(id)];
    if (!entry || !item) return [];
    const alike = byTitle.get(item.titleHash) ?? [];
    const original = item.copyOf === null ? undefined : members.get(item.copyOf);
    const differs =
      alike.length < 2 && !original ? null : differenceOf(toAlike(item), alike, original ? toAlike(original) : null);
    return [{ ...entry, differs, copy_of: item.copyOf }];
  });
}

const toAlike = ({ started, ...item }: Omit<Alike, "startedAt"> & { readonly started: string | null }): Alike => ({
  ...item,
  startedAt: started,
});
