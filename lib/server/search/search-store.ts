import type { SearchWord } from "@/lib/search/words";
import { type Db, getDb, type Transaction } from "../db/get-db";
import { isPostgresUrl } from "../db/postgres-url";
import { databaseUrl } from "../settings";

/**
 * The index of words, in the two dialects that it needs: FTS5 of the embedded database, a GIN index of tsvector in
 * PostgreSQL. A row is a message; its id is `number << 22 | message`, so that the messages of a session are a range.
 */
const MESSAGE_BITS = 22;
const MESSAGES = 2 ** MESSAGE_BITS;

/** Messages of a session that the index has room for. */
export const MOST_MESSAGES = MESSAGES;

export type SearchRow = { readonly message: number; readonly words: string };
type Dialect = {
  readonly insert: string;
  /** The query as the database's own expression; words hold letters and digits only. */
  readonly expression: (words: readonly SearchWord[]) => string;
  readonly sessions: string;
  readonly places: string;
  readonly remove: string;
};

/** The driver passes large numbers as floating point, for which FTS5 would look at every row instead of a range. */
const ID = "CAST(? AS INTEGER)";

const FTS5: Dialect = {
  insert: `INSERT INTO "_SearchText" (rowid, words) VALUES (?, ?)`,
  expression: (words) => words.map(({ word, isPrefix }) => `"${word}"${isPrefix ? "*" : ""}`).join(" "),
  sessions: `SELECT DISTINCT rowid >> ${MESSAGE_BITS} AS number FROM "_SearchText" WHERE "_SearchText" MATCH ?`,
  places: `SELECT rowid >> ${MESSAGE_BITS} AS number, count(*) AS places, min(rowid) AS first FROM "_SearchText" WHERE "_SearchText" MATCH ? GROUP BY 1`,
  remove: `DELETE FROM "_SearchText" WHERE rowid BETWEEN ${ID} AND ${ID}`,
};

const POSTGRES: Dialect = {
  insert: `INSERT INTO "_SearchText" ("id", "words") VALUES ($1::bigint, array_to_tsvector(string_to_array($2, ' ')))`,
  expression: (words) => words.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ":*" : ""}`).join(" & "),
  sessions: `SELECT DISTINCT "id" >> ${MESSAGE_BITS} AS number FROM "_SearchText" WHERE "words" @@ $1::tsquery`,
  places: `SELECT "id" >> ${MESSAGE_BITS} AS number, count(*) AS places, min("id") AS first FROM "_SearchText" WHERE "words" @@ $1::tsquery GROUP BY 1`,
  remove: `DELETE FROM "_SearchText" WHERE "id" BETWEEN $1::bigint AND $2::bigint`,
};

const dialect = (): Dialect => (isPostgresUrl(databaseUrl()) ? POSTGRES : FTS5);
const firstId = (number: number): number => number * MESSAGES;
const lastId = (number: number): number => firstId(number) + MESSAGES - 1;

export async function insertWords(db: Transaction, number: number, rows: readonly SearchRow[]): Promise<void> {
  const { insert } = dialect();
  for (const { message, words } of rows) await db.$executeRawUnsafe(insert, firstId(number) + message, words);
}

export const removeWords = (db: Db | Transaction, number: number): Promise<number> =>
  db.$executeRawUnsafe(dialect().remove, firstId(number), lastId(number));

/** Numbers of the sessions in which some message has all the words. */
export async function sessionsWith(words: readonly SearchWord[]): Promise<number[]> {
  const { sessions, expression } = dialect();
  const db = await getDb();
  const rows = await db.$queryRawUnsafe<{ number: number | bigint }[]>(sessions, expression(words));
  return rows.map(({ number }) => Number(number));
}

export type FoundPlaces = { readonly places: number; readonly first: number };

/**
 * By session number, how many messages have all the words and the first of them. One query for all: the index looks up the
 * words once, however many sessions are asked for, and most of the time goes into that when a word is only begun.
 */
export async function placesIn(
  numbers: readonly number[],
  words: readonly SearchWord[],
): Promise<ReadonlyMap<number, FoundPlaces>> {
  const { places, expression } = dialect();
  const db = await getDb();
  const wanted = new Set(numbers);
  const rows = await db.$queryRawUnsafe<{ number: Count; places: Count; first: Count }[]>(places, expression(words));
  return new Map(
    rows.flatMap((row): [number, FoundPlaces][] => {
      const number = Number(row.number);
      const found = { places: Number(row.places), first: Number(row.first) - firstId(number) };
      return wanted.has(number) ? [[number, found]] : [];
    }),
  );
}

type Count = number | bigint;
