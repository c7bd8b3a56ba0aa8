import type { SearchWord } from "@/lib/search/words";
import { Prisma } from "@/prisma/clients/embedded.mjs";
import { type Db, getDb, type Transaction } from "../db/get-db";
import { isPostgres, tableName } from "../db/table-name";

/**
 * The word index in its two dialects: FTS5 in the embedded database, a GIN index of tsvector in PostgreSQL. A row is a
 * message; its id is `number << 22 | message`, so a session's messages are a range.
 */
const MESSAGE_BITS = 22;
const MESSAGES = 2 ** MESSAGE_BITS;

/** Maximum number of indexed messages per session. */
export const MAX_MESSAGES = MESSAGES;

export type SearchRow = { readonly message: number; readonly words: string };

/** Words consist of letters and digits, so they need no quoting. */
const inFts5 = (words: readonly SearchWord[]): string =>
  words.map(({ word, isPrefix }) => `"${word}"${isPrefix ? "*" : ""}`).join(" ");
const inTsquery = (words: readonly SearchWord[]): string =>
  words.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ":*" : ""}`).join(" & ");

const TABLE = () => tableName("_SearchText");
const firstId = (number: number): number => number * MESSAGES;
const lastId = (number: number): number => firstId(number) + MESSAGES - 1;

export async function insertWords(db: Transaction, number: number, rows: readonly SearchRow[]): Promise<void> {
  for (const { message, words } of rows) {
    const id = firstId(number) + message;
    await (isPostgres()
      ? db.$executeRaw`INSERT INTO ${TABLE()} ("id", "words")
          VALUES (${id}::bigint, array_to_tsvector(string_to_array(${words}, ' ')))`
      : db.$executeRaw`INSERT INTO ${TABLE()} (rowid, words) VALUES (${id}, ${words})`);
  }
}

/** SQLite's driver passes large numbers as floating point, which would make FTS5 scan every row instead of a range. */
export const removeWords = (db: Db | Transaction, number: number): Promise<number> =>
  isPostgres()
    ? db.$executeRaw`DELETE FROM ${TABLE()} WHERE "id" BETWEEN ${firstId(number)}::bigint AND ${lastId(number)}::bigint`
    : db.$executeRaw`DELETE FROM ${TABLE()}
        WHERE rowid BETWEEN CAST(${firstId(number)} AS INTEGER) AND CAST(${lastId(number)} AS INTEGER)`;

/**
 * Numbers of the sessions with a message that contains all the words. Null if there are more than `most`: testing
 * sessions in page order (`messageMatches`) then fills the page sooner.
 */
export async function sessionsWith(db: Db, words: readonly SearchWord[], most: number): Promise<number[] | null> {
  if (!isPostgres()) {
    const rows = await db.$queryRaw<
      { number: Count }[]
    >`SELECT DISTINCT rowid >> ${Prisma.raw(`${MESSAGE_BITS}`)} AS number
      FROM ${TABLE()} WHERE ${TABLE()} MATCH ${inFts5(words)}`;
    return rows.map(({ number }) => Number(number));
  }
  const rows = await db.$queryRaw<{ number: Count }[]>`SELECT "id" >> ${Prisma.raw(`${MESSAGE_BITS}`)} AS number
    FROM ${TABLE()} WHERE "words" @@ ${inTsquery(words)}::tsquery LIMIT ${most + 1}`;
  return rows.length > most ? null : [...new Set(rows.map(({ number }) => Number(number)))];
}

/** True if the session with this number has a message that contains all the words. PostgreSQL only. */
export const messageMatches = (number: Prisma.Sql, words: readonly SearchWord[]): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM ${TABLE()} t WHERE t."words" @@ ${inTsquery(words)}::tsquery
    AND t."id" BETWEEN ${number} * ${Prisma.raw(`${MESSAGES}`)} AND ${number} * ${Prisma.raw(`${MESSAGES}`)} + ${Prisma.raw(`${MESSAGES - 1}`)})`;

export type FoundPlaces = { readonly places: number; readonly first: number };

/** How many messages contain all the words, and the first of these messages, by session number. */
export async function placesIn(
  numbers: readonly number[],
  words: readonly SearchWord[],
): Promise<ReadonlyMap<number, FoundPlaces>> {
  const db = await getDb();
  const rows = await (isPostgres() ? placesByRange(db, numbers, words) : placesByWord(db, words));
  const wanted = new Set(numbers);
  return new Map(
    rows.flatMap((row): [number, FoundPlaces][] => {
      const number = Number(row.number);
      const found = { places: Number(row.places), first: Number(row.first) - firstId(number) };
      return wanted.has(number) && found.places > 0 ? [[number, found]] : [];
    }),
  );
}

type PlaceRow = { readonly number: Count; readonly places: Count; readonly first: Count };

/** Searches only the messages of these sessions, because a common word is also in messages of most other sessions. */
const placesByRange = (db: Db, numbers: readonly number[], words: readonly SearchWord[]) =>
  db.$queryRaw<PlaceRow[]>`SELECT n.number, found.places, found.first
    FROM unnest(${[...numbers]}::bigint[]) AS n(number) CROSS JOIN LATERAL (
      SELECT count(*) AS places, min(t."id") AS first FROM ${TABLE()} t
      WHERE t."id" BETWEEN n.number * ${Prisma.raw(`${MESSAGES}`)} AND n.number * ${Prisma.raw(`${MESSAGES}`)} + ${Prisma.raw(`${MESSAGES - 1}`)}
        AND t."words" @@ ${inTsquery(words)}::tsquery) AS found`;

/** A single query: FTS5 looks up the words once for any number of sessions. */
const placesByWord = (db: Db, words: readonly SearchWord[]) =>
  db.$queryRaw<
    PlaceRow[]
  >`SELECT rowid >> ${Prisma.raw(`${MESSAGE_BITS}`)} AS number, count(*) AS places, min(rowid) AS first
    FROM ${TABLE()} WHERE ${TABLE()} MATCH ${inFts5(words)} GROUP BY 1`;

type Count = number | bigint;
