import { fc, test as property } from "@fast-check/vitest";
import { stringify } from "csv-stringify/sync";
import { expect, test } from "vitest";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { packRows, unpackRows } from "@/lib/view-models/session/pack-rows";
import { requestTable } from "@/lib/view-models/session/request-table";
import { analyzeSketch } from "../../../support/analyze-sketch";

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.constant(null),
  fc.array(fc.integer()),
  fc.record({ amount: fc.integer(), currency: fc.constant("USD") }),
  fc.dictionary(
    fc.string({ minLength: 1 }).filter((key) => key !== "__proto__"),
    fc.integer(),
    { noNullPrototype: true },
  ),
);

property.prop([
  fc.array(fc.record({ a: value, b: value, c: fc.option(fc.record({ x: fc.nat() })) }), { maxLength: 12 }),
])("law: packed rows come back as they were", (rows) => {
  expect(unpackRows(packRows(rows))).toEqual(rows);
});

const rows = toRequestRows(
  analyzeSketch("user go\nsay one\nusage write=900 in=0 at=0\nuser on\nsay two\nusage write=1900 in=0 at=900"),
);

test("request rows come back too, in less than half the size", () => {
  const many = Array.from({ length: 200 }, () => rows).flat();
  const packed = packRows(many);
  expect(unpackRows(packed)).toEqual(many);
  expect(packed.length).toBeLessThan(JSON.stringify(many).length / 2);
});

test("the request table has a cell per column, and mentions a compaction before its request", () => {
  const { columns, records } = requestTable(rows, [{ at: 1, label: "167k → 54k" }]);
  expect(new Set(columns).size).toBe(columns.length);
  for (const record of records) expect(record).toHaveLength(columns.length);
  const cell = (row: number, name: string) => records[row]?.[columns.indexOf(name)];
  expect(cell(0, "request")).toBe(1);
  expect(cell(1, "cache_write")).toBe(1900);
  expect(cell(1, "idle_seconds")).toBe(900);
  expect([cell(0, "compaction_before"), cell(1, "compaction_before")]).toEqual([null, "167k → 54k"]);
});

test("a model name that looks like a formula is text in the file", () => {
  const { columns, records } = requestTable(
    rows.map((row) => ({ ...row, model: "=HYPERLINK(1)" })),
    [],
  );
  const text = stringify(records, { header: true, columns, escape_formulas: true });
  expect(text).toContain(",'=HYPERLINK(1),");
  expect(text.split("\n")[0]).toMatch(/^request,agent,model/);
});
