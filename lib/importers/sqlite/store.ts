import type { SourceLocation } from "../../conversation/part";
import type { ImportLimits } from "../limits";
import { type Cell, cellAt, cellsOf, payloadOf } from "./b-tree";
import type { Pages } from "./pages";
import { attempt, isFault, StoreFault } from "./store-fault";
import { endOf, headerBytes, layoutOf, StoreRow } from "./store-row";

type Column = {
  readonly name: string;
  /** True if its values are not in the record, because they are the row's number. */
  readonly isRowid: boolean;
};

type TableColumns = { readonly columns: readonly Column[]; readonly isWithoutRowid: boolean };

const CONSTRAINTS = new Set(["constraint", "primary", "unique", "check", "foreign"]);

/** Words, quoted names, strings and single characters; comments and white space are skipped. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|("(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|'(?:[^']|'')*'|[\p{L}\p{N}_$.]+|[\s\S])/gu;

/** The columns of a table in the order of its records, from its CREATE statement. Linear in its length. */
export function readColumns(sql: string): TableColumns {
  const tokens = [...sql.matchAll(TOKEN)].flatMap((match) => (match[1] === undefined ? [] : [match[1]]));
  const definitions: string[][] = [];
  let depth = 0;
  let at = tokens.indexOf("(");
  for (; at >= 0 && at < tokens.length; at += 1) {
    const token = tokens[at] as string;
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && (token === "(" || token === ",")) definitions.push([]);
    else definitions.at(-1)?.push(token);
  }
  const columns = definitions.filter(isColumn).map(columnOf);
  const options = tokens.slice(at + 1).map((token) => token.toLowerCase());
  return { columns, isWithoutRowid: at >= 0 && options.includes("without") };
}

const isColumn = ([first]: readonly string[]): boolean => first !== undefined && !CONSTRAINTS.has(first.toLowerCase());

function columnOf([name = "", ...rest]: readonly string[]): Column {
  const words = rest.map((token) => token.toLowerCase());
  const isRowid = words[0] === "integer" && words.includes("primary") && words.includes("key");
  return { name: unquoted(name), isRowid };
}

function unquoted(name: string): string {
  const quote = name[0] ?? "";
  if (quote === "[") return name.slice(1, -1);
  return `"\`'`.includes(quote) && quote !== "" ? name.slice(1, -1).replaceAll(quote + quote, quote) : name;
}

type Table = {
  readonly name: string;
  readonly root: number;
  readonly columns: ReadonlyMap<string, number | "rowid">;
  readonly isWithoutRowid: boolean;
};

/** The place of a row to read later. Small enough to keep one for each row of a large database. */
export type RowPlace = { readonly table: string; readonly page: number; readonly at: number; readonly line: number };

export type FoundRow = { readonly place: RowPlace; readonly row: StoreRow };
/** A row that cannot be read, or a page with an unknown number of rows. */
export type LostRow = { readonly fault: StoreFault; readonly source: SourceLocation };

const SCHEMA: Table = {
  name: "sqlite_schema",
  root: 1,
  columns: new Map(["type", "name", "tbl_name", "rootpage", "sql"].map((name, index) => [name, index])),
  isWithoutRowid: false,
};
/** Maximum number of tables, more than any client creates. */
const MAX_TABLES = 1_000;
/** 32,767 columns of nine bytes. https://www.sqlite.org/limits.html */
const MAX_HEADER_BYTES = 300_000;

/**
 * An SQLite database, read row by row: only pages with requested rows are read. A row's place is its number in its
 * table and its offset in the database (in the log, until that is copied back).
 */
export class Store {
  private readonly tables: ReadonlyMap<string, Table>;

  constructor(
    private readonly pages: Pages,
    private readonly limits: ImportLimits,
  ) {
    this.tables = new Map(this.readSchema().map((table) => [table.name, table]));
  }

  get usesWal(): boolean {
    return this.pages.usesWal;
  }

  get tableNames(): string[] {
    return [...this.tables.keys()];
  }

  /** True if there is a table with all these columns whose rows can be read. */
  has(table: string, columns: readonly string[]): boolean {
    const found = this.tables.get(table);
    return found !== undefined && !found.isWithoutRowid && columns.every((column) => found.columns.has(column));
  }

  /** The columns of a table in record order; empty if there is no such table. */
  columnsOf(table: string): string[] {
    return [...(this.tables.get(table)?.columns.keys() ?? [])];
  }

  /** Every row of a table in key order, with the values of these columns. */
  *scan(name: string, columns: readonly string[]): Generator<FoundRow | LostRow> {
    const table = this.tables.get(name);
    if (!table) return;
    let line = 0;
    for (const cell of cellsOf(this.pages, table.root)) {
      line += 1;
      if (isFault(cell)) yield { fault: cell, source: this.sourceOf(table.root, 0, 0, line) };
      else yield this.rowAt(table, cell, columns, line);
    }
  }

  read(place: RowPlace, columns: readonly string[]): FoundRow | LostRow {
    const table = this.tables.get(place.table);
    if (!table) throw new Error("a place comes from a table");
    const cell = attempt(() => cellAt(this.pages, place.page, place.at));
    if (isFault(cell)) return { fault: cell, source: this.sourceOf(place.page, place.at, 0, place.line) };
    return this.rowAt(table, cell, columns, place.line);
  }

  private rowAt(table: Table, cell: Cell, columns: readonly string[], line: number): FoundRow | LostRow {
    const { page, at } = cell;
    const source = this.sourceOf(page, cell.payloadAt, cell.payloadBytes, line);
    const row = attempt(() => this.readRow(table, cell, columns, source));
    return isFault(row) ? { fault: row, source } : { row, place: { table: table.name, page, at, line } };
  }

  private readRow(table: Table, cell: Cell, columns: readonly string[], source: SourceLocation): StoreRow {
    const prefix = payloadOf(this.pages, cell, 9);
    const header = columns.length === 0 ? 0 : headerBytes(prefix);
    if (header > MAX_HEADER_BYTES) throw new StoreFault("a row says that it has more columns than SQLite allows");
    const layout = header === 0 ? { types: [], starts: [], end: 0 } : layoutOf(payloadOf(this.pages, cell, header));
    const ends = columns.map((column) => {
      const index = table.columns.get(column);
      return typeof index === "number" ? endOf(layout, index) : 0;
    });
    const end = Math.max(0, ...ends);
    if (end > cell.payloadBytes) throw new StoreFault("a row is shorter than it says");
    if (end > this.limits.maxLineBytes) throw new StoreFault(`a row is longer than ${this.limits.maxLineBytes} bytes`);
    const payload = payloadOf(this.pages, cell, end);
    return new StoreRow(source, payload, layout, table.columns, this.pages.encoding, cell.rowid);
  }

  private sourceOf(page: number, at: number, byteLength: number, line: number): SourceLocation {
    return { file: 0, line, byteOffset: this.pages.placeOf(page) + at, byteLength };
  }

  private readSchema(): Table[] {
    const tables: Table[] = [];
    for (const cell of cellsOf(this.pages, SCHEMA.root)) {
      if (isFault(cell)) throw cell;
      const found = this.rowAt(SCHEMA, cell, ["type", "name", "rootpage", "sql"], 1);
      if ("fault" in found) throw found.fault;
      const table = tableOf(found.row);
      if (table) tables.push(table);
      if (tables.length > MAX_TABLES) throw new StoreFault(`it has more than ${MAX_TABLES} tables`);
    }
    return tables;
  }
}

/** Omits SQLite's internal tables, and virtual tables, whose rows belong to other tables. */
function tableOf(row: StoreRow): Table | null {
  const name = row.text("name");
  const root = row.number("rootpage");
  const sql = row.text("sql");
  if (row.text("type") !== "table" || name === null || sql === null || !root || name.startsWith("sqlite_")) return null;
  const { columns, isWithoutRowid } = readColumns(sql);
  const entries = columns.map((column, index) => [column.name, column.isRowid ? "rowid" : index] as const);
  return { name, root, columns: new Map(entries), isWithoutRowid };
}
