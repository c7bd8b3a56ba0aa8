import fs from "node:fs";
import { describe, expect, test } from "vitest";

const PAGE = fs.readFileSync("docs/sources.md", "utf8");
const STATES = ["exact", "near", "decided", "missing"];

type Row = { readonly article: string; readonly number: number; readonly cells: readonly string[] };

/** The rows of the articles' tables: number, item, what Winnow does, where, shown by, state. */
const ROWS: readonly Row[] = [...PAGE.matchAll(/^\| (\d)\.(\d+) \| (.+) \|$/gm)].map(
  ([, article = "", number, cells = ""]) => ({ article, number: Number(number), cells: cells.split(" | ") }),
);

const stateOf = ({ cells }: Row): string => cells.at(-1) ?? "";
const filesIn = (cell = ""): string[] =>
  [...cell.matchAll(/`((?:lib|tests|components|app|docs|prisma)\/[^`]+)`/g)].map(([, file = ""]) => file);

/** The numbers in a row of the table of counts: items, then one per state. */
const countsOf = (line: string): number[] => line.split("|").slice(2, -1).map(Number);

describe("docs/sources.md", () => {
  test("has every item of the five articles, in order", () => {
    const articles = ["1", "2", "3", "4", "5"].map((id) => ROWS.filter(({ article }) => article === id));
    expect(articles.map((rows) => rows.length)).toEqual([73, 37, 24, 25, 16]);
    for (const rows of articles) expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1));
  });

  test("counts its states correctly", () => {
    const count = (rows: readonly Row[]) => [
      rows.length,
      ...STATES.map((state) => rows.filter((row) => stateOf(row) === state).length),
    ];
    const lines = [...PAGE.matchAll(/^\| (?:(\d)\. .+?|all) \|(?: \d+ \|){5}$/gm)];
    expect(lines).toHaveLength(6);
    for (const [line, article] of lines)
      expect(countsOf(line), line).toEqual(
        count(ROWS.filter((row) => article === undefined || row.article === article)),
      );
  });

  test("has five cells and a known state in each row", () => {
    expect(ROWS.filter((row) => row.cells.length !== 5 || !STATES.includes(stateOf(row)))).toEqual([]);
  });

  test("names existing files, and for every done item a test or page that shows it", () => {
    const named = ROWS.flatMap(({ cells }) => filesIn(cells.join(" ")));
    expect(named.filter((file) => !fs.existsSync(file))).toEqual([]);
    const unshown = ROWS.filter((row) => stateOf(row) !== "missing" && filesIn(row.cells[3]).length === 0);
    expect(unshown).toEqual([]);
  });
});
