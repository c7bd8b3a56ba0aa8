import { queryWords, type SearchWord } from "@/lib/search/words";
import { Prisma } from "@/prisma/generated/client";
import type { Db } from "../db/get-db";
import { isPostgres, tableName } from "../db/table-name";
import { listed } from "./conditions";
import { messageMatches, sessionsWith } from "./search-store";

/** The sessions in which a search found something. */
export type Hits = {
  /** What the answer calls this filter: the words of messages, or the text of names. */
  readonly name: "q" | "text";
  readonly sql: Prisma.Sql;
  /** Whether there are so many that they are not gathered first: each session of the list is asked in its turn. */
  readonly areMany: boolean;
};

/** Sessions and messages that PostgreSQL gathers for one search. To read more takes longer than to ask session by session. */
export type Gathered = { readonly titles: number; readonly messages: number };
const MAX_GATHERED: Gathered = { titles: 10_000, messages: 20_000 };

/** Sessions that have all words in one message, or the text of the query among their titles and names. */
export async function findHits(db: Db, query: string, isInTitles: boolean, most = MAX_GATHERED): Promise<Hits> {
  const words = isInTitles ? [] : queryWords(query);
  if (words.length === 0) return { name: "text", sql: await findTitled(db, query, most.titles), areMany: false };
  const numbers = await sessionsWith(db, words, most.messages);
  // If each session is asked for its messages anyway, its title costs nothing beside them.
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
 * All words of the text occur in titles, clients, models, tags, projects and file names. Where few sessions have them,
 * PostgreSQL gathers those by the pieces of the words, which its index knows. Otherwise it looks into the text of each session:
 * without the pieces, which it would make anew for each.
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

/** The pieces of three characters of a word, as the index of PostgreSQL keeps them; a shorter word is the beginning of one. */
function gramsOf(word: string): string[] {
  const characters = [...word];
  const quoted = (gram: string) => `'${gram.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
  if (characters.length < 3) return [`${quoted(word)}:*`];
  return characters.slice(2).map((_, index) => quoted(characters.slice(index, index + 3).join("")));
}
