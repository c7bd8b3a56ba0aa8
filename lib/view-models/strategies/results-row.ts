/** A strategy's row in a table of docs/results.md: the table's heading and columns, and the row's cells. */
export type ResultsRow = {
  readonly under: string;
  readonly cells: readonly { readonly column: string; readonly value: string }[];
};

/** The row of the first table with the strategy; null if there is none. */
export function resultsRow(page: string, id: string): ResultsRow | null {
  let under = "";
  let heads: readonly string[] = [];
  for (const line of page.split("\n")) {
    if (/^#{2,4} /.test(line)) under = line.replace(/^#+ /, "");
    if (!line.startsWith("|")) {
      heads = [];
      continue;
    }
    const cells = cellsOf(line);
    if (heads.length === 0) heads = cells;
    else if (heads[0] === "strategy" && cells[0] === id)
      return { under, cells: heads.slice(1).map((column, at) => ({ column, value: cells[at + 1] ?? "" })) };
  }
  return null;
}

const cellsOf = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.replaceAll("**", "").replaceAll("`", "").trim());
