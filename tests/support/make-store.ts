import initSqlJs from "sql.js";
import type { TranscriptFile } from "@/lib/importers/importer";
import { memoryFile } from "./transcript-file";

export type SqlValue = string | number | Uint8Array | null;
export type Rows = readonly Readonly<Record<string, SqlValue>>[];

/** A database written by SQLite itself: the statements, then the rows of each table. */
export async function makeStore(sql: string, tables: Readonly<Record<string, Rows>> = {}): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run(sql);
  for (const [table, rows] of Object.entries(tables))
    for (const row of rows) {
      const names = Object.keys(row);
      const places = names.map(() => "?").join(", ");
      database.run(`insert into ${table} (${names.join(", ")}) values (${places})`, Object.values(row));
    }
  const bytes = database.export();
  database.close();
  return bytes;
}

export const storeFile = async (sql: string, tables: Readonly<Record<string, Rows>>): Promise<TranscriptFile> =>
  memoryFile(await makeStore(sql, tables), "store.db");

/** The same file, read in place as in the server's worker. */
export function inPlace(file: TranscriptFile, bytes: Uint8Array): TranscriptFile {
  return { ...file, readAt: (offset, length) => bytes.slice(offset, offset + length) };
}
