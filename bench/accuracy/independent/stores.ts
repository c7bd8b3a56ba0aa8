import { readFileSync } from "node:fs";
import initSqlJs from "sql.js";
import { count, type Figures, figures, type Json } from "./figures";

/** Crush's database, read by SQLite itself. It knows the tokens of a session only, so no call has any. */
async function crush([file]: readonly string[]): Promise<Figures> {
  const bytes = new Uint8Array(readFileSync(file as string));
  // SQLite in memory has no write-ahead log: the header must not ask for one.
  bytes.set([1, 1], 18);
  const database = new (await initSqlJs()).Database(bytes);
  const [messages] = database.exec("select parts from messages");
  const [sessions] = database.exec("select count(*) from sessions");
  const parts: Json[] = (messages?.values ?? []).flatMap(([text]) => JSON.parse(String(text)));
  return figures(
    [],
    count(parts, ({ type }) => type === "tool_call"),
    count(parts, ({ type }) => type === "tool_result"),
    Number(sessions?.values[0]?.[0]),
  );
}

/** By the folder of the format. */
export const STORES = { crush };
