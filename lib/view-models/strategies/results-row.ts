import { type Sentence, sentence } from "../../wording/say";

/** A strategy's figures in a table of docs/results.md, all in per cent; larger is better. */
export type ResultsRow = {
  /** The heading above the table. */
  readonly under: string;
  readonly cells: readonly ResultsCell[];
};
export type ResultsCell = {
  readonly id: string;
  readonly name: Sentence;
  /** The metric's anchor on the page of metrics; null if it has none. */
  readonly metric: string | null;
  /** Per cent; null if not measured. */
  readonly value: number | null;
};

/** The columns shown, by their headings in the tables. */
const COLUMNS: readonly (Omit<ResultsCell, "value"> & { readonly heads: readonly string[] })[] = [
  { id: "saved", name: sentence("Saved"), metric: "saved", heads: ["saved"] },
  { id: "money", name: sentence("Money saved on later requests"), metric: null, heads: ["net"] },
  {
    id: "recall",
    name: sentence("Recall of needed facts"),
    metric: "recall",
    heads: ["needed recall", "needed recall [95 %]"],
  },
  { id: "worst", name: sentence("At the worst request"), metric: "recall", heads: ["worst cut"] },
  { id: "verbatim", name: sentence("Verbatim recall"), metric: "verbatim", heads: ["six-word runs", "verbatim"] },
  { id: "identifiers", name: sentence("Recall of identifiers"), metric: null, heads: ["identifiers"] },
  { id: "rare-words", name: sentence("Recall of rare words"), metric: "rare-words", heads: ["rare words"] },
];

/** Each strategy's row, from the first table that has one, by strategy id. */
export function resultsRows(page: string): ReadonlyMap<string, ResultsRow> {
  const rows = new Map<string, ResultsRow>();
  let under = "";
  let heads: readonly string[] = [];
  for (const line of page.split("\n")) {
    if (/^#{2,4} /.test(line)) under = line.replace(/^#+ /, "");
    if (!line.startsWith("|")) {
      heads = [];
      continue;
    }
    const cells = cellsOf(line);
    const [id = ""] = cells;
    if (heads.length === 0) heads = cells;
    else if (heads[0] === "strategy" && !rows.has(id)) rows.set(id, { under, cells: toCells(heads, cells) });
  }
  return rows;
}

const toCells = (heads: readonly string[], cells: readonly string[]): ResultsCell[] =>
  COLUMNS.flatMap(({ heads: names, ...column }) => {
    const at = heads.findIndex((head) => names.includes(head));
    return at < 0 ? [] : [{ ...column, value: toPercent(cells[at] ?? "") }];
  });

/** `+28.5`, `−3.7` and `98.3 % [96.9 %, 99.6 %]` are numbers. */
function toPercent(cell: string): number | null {
  const [, sign, digits] = /^([+−]?)(\d+(?:\.\d+)?)/.exec(cell) ?? [];
  return digits === undefined ? null : Number(digits) * (sign === "−" ? -1 : 1);
}

const cellsOf = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.replaceAll("**", "").replaceAll("`", "").trim());
