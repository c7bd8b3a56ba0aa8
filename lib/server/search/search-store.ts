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
  places: `SELECT count(*) AS places, min(rowid) AS first FROM "_SearchText" WHERE "_SearchText" MATCH ? AND rowid BETWEEN ${ID} AND ${ID}`,
  remove: `DELETE FROM "_SearchText" WHERE rowid BETWEEN ${ID} AND ${ID}`,
};

const POSTGRES: Dialect = {
  insert: `INSERT INTO "_SearchText" ("id", "words") VALUES ($1::bigint, array_to_tsvector(string_to_array($2, ' ')))`,
  expression: (words) => words.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ":*" : ""}`).join(" & "),
  sessions: `SELECT DISTINCT "id" >> ${MESSAGE_BITS} AS number FROM "_SearchText" WHERE "words" @@ $1::tsquery`,
  places: `SELECT count(*) AS places, min("id") AS first FROM "_SearchText" WHERE "words" @@ $1::tsquery AND "id" BETWEEN $2::bigint AND $3::bigint`,
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

/** How many messages of one session have all the words, and the first of them; null when none has. */
export async function placesIn(
  number: number,
  words: readonly SearchWord[],
): Promise<{ places: number; first: number } | null> {
  const { places, expression } = dialect();
  const db = await getDb();
  const [row] = await db.$queryRawUnsafe<{ places: number | bigint; first: number | bigint | null }[]>(
    places,
    expression(words),
    firstId(number),
    lastId(number),
  );
  if (!row || row.first === null) return null;
  return { places: Number(row.places), first: Number(row.first) - firstId(number) };
}
