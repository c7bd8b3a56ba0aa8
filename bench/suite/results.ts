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

/** The committed figures. Our own code writes the file, so it is not validated. */
export const readResults = (): Results =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Results) : { rows: [] };

/** Four significant digits of each number, because no measurement is more precise. */
const textOf = (results: Results): string =>
  `${JSON.stringify(results, (_, value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value), 1)}\n`;

/** Replaces older rows with the measured ones, and generates the page and its charts from all rows. */
export function writeResults(measured: readonly MeasuredRow[]): void {
  const known = new Map([...readResults().rows, ...measured].map((row) => [row.id, row]));
  writeFileSync(FILE, textOf({ rows: ROWS.flatMap(({ id }) => known.get(id) ?? []) }));
  const { rows } = readResults();
  mkdirSync(CHARTS, { recursive: true });
  for (const row of rows) writeFileSync(path.join(CHARTS, `${row.id}.svg`), chartOf(row));
  writeFileSync(PAGE, performancePage(rows));
}
