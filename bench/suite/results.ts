import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chartOf } from "./report/chart";
import { performancePage } from "./report/page";
import { ROWS } from "./rows";
import type { MeasuredRow } from "./run-row";

const FILE = "bench/results/performance.json";
const PAGE = "docs/performance.md";
const CHARTS = "docs/images/performance";

export type Results = { readonly rows: readonly MeasuredRow[] };

/** The committed figures. The file is our own, so it is not checked. */
export const readResults = (): Results =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Results) : { rows: [] };

/** Four digits of each number, since nothing is measured to more. */
const textOf = (results: Results): string =>
  `${JSON.stringify(results, (_, value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value), 1)}\n`;

/** Puts the rows that were measured in place of the older ones, and makes the page and its charts from all of them. */
export function writeResults(measured: readonly MeasuredRow[]): void {
  const known = new Map([...readResults().rows, ...measured].map((row) => [row.id, row]));
  writeFileSync(FILE, textOf({ rows: ROWS.flatMap(({ id }) => known.get(id) ?? []) }));
  const { rows } = readResults();
  mkdirSync(CHARTS, { recursive: true });
  for (const row of rows) writeFileSync(path.join(CHARTS, `${row.id}.svg`), chartOf(row));
  writeFileSync(PAGE, performancePage(rows));
}
