/** Prints a Markdown table with padded columns, so that it can be pasted into docs/accuracy.md. */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
) {
  const cells = [head, ...rows.map((row) => row.map((cell) => `${cell ?? "–"}`))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [first = [], ...rest] = cells;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  console.log([`\n### ${title}\n`, line(first), rule, ...rest.map(line)].join("\n"));
}

export const percent = (fraction: number | null): string =>
  fraction === null ? "–" : `${(fraction * 100).toFixed(1)} %`;
