import { readFileSync } from "node:fs";
import initSqlJs from "sql.js";
import { count, type Figures, figures, type Json } from "./figures";

/**
 * Reads Crush's database with SQLite itself. It has token counts only for a whole session, and none for
 * single calls.
 */
async function crush([file]: readonly string[]): Promise<Figures> {
  const bytes = new Uint8Array(readFileSync(file as string));
  // SQLite in memory has no write-ahead log, so the header must not require one.
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

/** The readers by the folder of their format. */
export const STORES = { crush };
