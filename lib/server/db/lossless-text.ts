import type { SqlDriverAdapter, SqlQueryable, SqlResultSet } from "@prisma/driver-adapter-utils";

/**
 * Stores text that a database cannot: PostgreSQL refuses U+0000, SQLite ends a value there, and both replace unpaired
 * surrogates. Such characters are escaped with U+0010 (data link escape) and restored on reading.
 */
const ESCAPE = "\u0010";
const UNKEPT = new RegExp(`[\\0${ESCAPE}\\p{Surrogate}]`, "gu");
const ESCAPED = new RegExp(`${ESCAPE}([01]|d[89a-f][0-9a-f]{2})`, "g");

/** Escapes a text. Nearly all texts are returned unchanged. */
function storeText(text: string): string {
  if (text.isWellFormed() && !text.includes("\0") && !text.includes(ESCAPE)) return text;
  return text.replace(UNKEPT, (character) => ESCAPE + codeOf(character));
}

function codeOf(character: string): string {
  if (character === "\0") return "0";
  return character === ESCAPE ? "1" : character.charCodeAt(0).toString(16);
}

function restoreText(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replace(ESCAPED, (_, code: string) => {
    if (code === "0") return "\0";
    return code === "1" ? ESCAPE : String.fromCharCode(Number.parseInt(code, 16));
  });
}

const store = (value: unknown): unknown => (typeof value === "string" ? storeText(value) : value);

function restoreRow(row: unknown[]): void {
  for (const [index, value] of row.entries()) if (typeof value === "string") row[index] = restoreText(value);
}

/** Makes a connection and its transactions escape all arguments and restore all rows. */
export function losslessText<T extends SqlDriverAdapter>(adapter: T): T {
  const start = adapter.startTransaction.bind(adapter);
  adapter.startTransaction = async (isolationLevel) => escaping(await start(isolationLevel));
  return escaping(adapter);
}

function escaping<T extends SqlQueryable>(connection: T): T {
  const { queryRaw, executeRaw } = connection;
  connection.queryRaw = async (query): Promise<SqlResultSet> => {
    const found = await queryRaw.call(connection, { ...query, args: query.args.map(store) });
    for (const row of found.rows) restoreRow(row);
    return found;
  };
  connection.executeRaw = (query) => executeRaw.call(connection, { ...query, args: query.args.map(store) });
  return connection;
}
