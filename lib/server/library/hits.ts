import { queryWords, type SearchWord } from "@/lib/search/words";
import { Prisma } from "@/prisma/generated/client";
import type { Db } from "../db/get-db";
import { isPostgres, tableName } from "../db/table-name";
import { messageMatches, sessionsWith } from "../search/search-store";

/** The sessions in which a search found something. */
export type Hits = {
  /** What the answer calls this filter: the words of messages, or the text of names. */
  readonly name: "q" | "text";
  readonly sql: Prisma.Sql;
  /** Whether there are so many that they are not gathered first: each session of the list is asked in its turn. */
  readonly areMany: boolean;
};

/** Sessions that have all words in one message, or the text of the query among their titles and names. */
export async function findHits(db: Db, query: string, isInTitles: boolean): Promise<Hits> {
  const titled = titledLike(query);
  const words = isInTitles ? [] : queryWords(query);
  if (words.length === 0) return { name: "text", sql: titled, areMany: false };
  const numbers = await sessionsWith(db, words);
  const sql = numbers === null ? eachAsked(words) : among(numbers);
  return { name: "q", sql: Prisma.sql`${sql} OR (${titled})`, areMany: numbers === null };
}

const among = (numbers: readonly number[]): Prisma.Sql =>
  isPostgres()
    ? Prisma.sql`i."number" = ANY(${numbers}::bigint[])`
    : Prisma.sql`i."number" IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`;

const eachAsked = (words: readonly SearchWord[]): Prisma.Sql => messageMatches(Prisma.sql`i."number"`, words);

/** All words of the text occur in titles, clients, models, tags, projects and file names. */
function titledLike(text: string): Prisma.Sql {
  const words = text.toLowerCase().toWellFormed().split(/\s+/).filter(Boolean);
  if (words.length === 0) return Prisma.sql`true`;
  if (!isPostgres())
    return Prisma.join(
      words.map((word) => Prisma.sql`instr(i."searchable", ${word}) > 0`),
      " AND ",
    );
  const grams = words.flatMap(gramsOf).join(" & ");
  const tests = words.map((word) => Prisma.sql`strpos(i."searchable", ${word}) > 0`);
  const indexed = Prisma.sql`${tableName("libraryGrams")}(i."searchable") @@ ${grams}::tsquery`;
  return Prisma.join([indexed, ...tests], " AND ");
}

/** The pieces of three characters of a word, as the index of PostgreSQL keeps them; a shorter word is the beginning of one. */
function gramsOf(word: string): string[] {
  const characters = [...word];
  const quoted = (gram: string) => `'${gram.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
  if (characters.length < 3) return [`${quoted(word)}:*`];
  return characters.slice(2).map((_, index) => quoted(characters.slice(index, index + 3).join("")));
}
