import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/importers/limits";
import { Pages } from "@/lib/importers/sqlite/pages";
import { memorySource } from "@/lib/importers/sqlite/random-access";
import { readColumns, Store } from "@/lib/importers/sqlite/store";
import type { StoreRow } from "@/lib/importers/sqlite/store-row";
import { makeStore } from "@/tests/support/make-store";

const open = (bytes: Uint8Array, log: Uint8Array | null = null) =>
  new Store(new Pages(memorySource(bytes), log && memorySource(log)), DEFAULT_LIMITS);

function rowsOf<T>(store: Store, table: string, columns: readonly string[], read: (row: StoreRow) => T): T[] {
  return [...store.scan(table, columns)].map((found) => {
    if ("fault" in found) throw found.fault;
    return read(found.row);
  });
}

const NUMBERS = [0, 1, -1, 127, -128, 255, 32767, -32768, 8388607, -8388608, 2147483647, -2147483648, 140737488355327];
const MORE = [-140737488355328, 9007199254740991, -9007199254740991, 0.5, -1.75e300, 1754709060.25];

describe("a database's values", () => {
  test("reads numbers of every width as SQLite does", async () => {
    const values = [...NUMBERS, ...MORE];
    const bytes = await makeStore("create table t (id integer primary key, n)", {
      t: values.map((n) => ({ n })),
    });
    const rows = rowsOf(open(bytes), "t", ["id", "n"], (row) => [row.number("id"), row.number("n")]);
    expect(rows).toEqual(values.map((n, index) => [index + 1, n]));
  });

  test.each([512, 1024, 4096, 65536])(
    "reads texts longer than a page of %i bytes, and the columns around them",
    async (size) => {
      const texts = ["", "é", "x".repeat(size - 40), "y".repeat(size), `${"z".repeat(size * 5)}ä`, "last"];
      const bytes = await makeStore(`pragma page_size = ${size}; create table t (a, body text, b)`, {
        t: texts.map((body, index) => ({ a: index, body, b: -index })),
      });
      const rows = rowsOf(open(bytes), "t", ["a", "body", "b"], (row) => [
        row.number("a"),
        row.text("body"),
        row.number("b"),
      ]);
      expect(rows).toEqual(texts.map((body, index) => [index, body === "" ? null : body, 0 - index]));
    },
  );

  test.each(["UTF-16le", "UTF-16be"])("text in %s", async (encoding) => {
    const bytes = await makeStore(`pragma encoding = '${encoding}'; create table t (a text, j text)`, {
      t: [{ a: "naïve 漢字 🙂", j: '{"k":["漢"]}' }],
    });
    const rows = rowsOf(open(bytes), "t", ["a", "j"], (row) => [row.text("a"), row.json("j", 9)]);
    expect(rows).toEqual([["naïve 漢字 🙂", { k: ["漢"] }]]);
  });

  test("a table of many pages in the order of its keys, and columns that were added later", async () => {
    const bytes = await makeStore(
      `pragma page_size = 512; create table t (id integer primary key, a text);
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000)
       insert into t select i, printf('row %d', i) from n;
       alter table t add column late text; update t set late = 'now' where id = 2999; delete from t where id = 7;`,
    );
    const rows = rowsOf(open(bytes), "t", ["id", "a", "late"], (row) => [
      row.number("id"),
      row.text("a"),
      row.text("late"),
    ]);
    expect(rows.length).toBe(2999);
    expect(rows.slice(5, 8)).toEqual([
      [6, "row 6", null],
      [8, "row 8", null],
      [9, "row 9", null],
    ]);
    expect(rows.at(-2)).toEqual([2999, "row 2999", "now"]);
  });

  test("counts rows of a table without row numbers, and never treats them as readable", async () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({ k: `key ${index}`, v: "x".repeat(50) }));
    const bytes = await makeStore("pragma page_size = 512; create table t (v, k primary key) without rowid", {
      t: rows,
    });
    const store = open(bytes);
    expect(store.has("t", ["k"])).toBe(false);
    expect([...store.scan("t", [])].length).toBe(500);
  });
});

describe("a table's columns", () => {
  test.each([
    ["create table t (a, b text)", ["a", "b"]],
    ['create table "my (t)" ("a b" text, [c,d] int, `e``f`, \'g\')', ["a b", "c,d", "e`f", "g"]],
    [
      "create table t (a text default ',)', -- x, y (\n b int check (b in (1, 2)) /* , c */, primary key (a, b))",
      ["a", "b"],
    ],
    [
      "create table t (a int -- last\n, late text, constraint f foreign key (a) references u (a)) strict",
      ["a", "late"],
    ],
    ["create table t", []],
  ])("%s", (sql, names) => {
    const { columns } = readColumns(sql);
    expect(columns.map((column) => column.name)).toEqual(names);
  });

  test("reads a row's own number, and tables without one", () => {
    const { columns, isWithoutRowid } = readColumns(
      "create table t (id INTEGER PRIMARY KEY, n INT PRIMARY KEY) WITHOUT rowid",
    );
    expect(columns.map((column) => column.isRowid)).toEqual([true, false]);
    expect(isWithoutRowid).toBe(true);
  });
});

const value = fc.oneof(fc.string({ maxLength: 2000 }), fc.integer(), fc.double({ noNaN: true }), fc.constant(null));

describe("laws", () => {
  property.prop([fc.array(fc.tuple(value, value), { maxLength: 60 })], { numRuns: 60 })(
    "whatever SQLite stores is read back",
    async (rows) => {
      const bytes = await makeStore("pragma page_size = 512; create table t (a, b)", {
        t: rows.map(([a, b]) => ({ a, b })),
      });
      const read = (row: StoreRow, column: string) => row.number(column) ?? row.text(column) ?? null;
      const ours = rowsOf(open(bytes), "t", ["a", "b"], (row) => [read(row, "a"), read(row, "b")]);
      const stored = (cell: unknown) => (cell === "" ? null : Object.is(cell, -0) ? 0 : cell);
      expect(ours).toEqual(rows.map((row) => row.map(stored)));
    },
  );
});
