import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type ResultsRow, resultsRows } from "@/lib/view-models/strategies/results-row";

const PAGE = `# Results
| strategy | saved | net |
| --- | --- | --- |
| **one** | 1.0 | −3.7 |

## Later
| strategy | mode | saved | needed recall [95 %] | worst cut |
| --- | --- | --- | --- | --- |
| one | late | 2.0 % | 3 | 4 |
| two | late | 4.0 % | 98.3 % [96.9 %, 99.6 %] | |
`;
const figures = (row: ResultsRow | undefined) => row?.cells.map(({ id, value }) => [id, value]);

test("the first table with the strategy gives its figures, however name and number are formatted", () => {
  const rows = resultsRows(PAGE);
  expect(figures(rows.get("one"))).toEqual([
    ["saved", 1],
    ["money", -3.7],
  ]);
  expect(rows.get("two")?.under).toBe("Later");
  expect(figures(rows.get("two"))).toEqual([
    ["saved", 4],
    ["recall", 98.3],
    ["worst", null],
  ]);
  expect(rows.get("three")).toBeUndefined();
});

test("the column names match the page's own tables", () => {
  const row = resultsRows(readFileSync("docs/results.md", "utf8")).get("factory-anchored");
  expect(row?.cells.map(({ id }) => id)).toEqual([
    "saved",
    "money",
    "recall",
    "worst",
    "verbatim",
    "identifiers",
    "rare-words",
  ]);
  expect(row?.cells.every(({ value }) => value !== null)).toBe(true);
});
