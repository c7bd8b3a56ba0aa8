import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { strategyAnswer } from "@/lib/api/answers/strategy";
import { STRATEGIES } from "@/lib/strategies";
import type { Strategy } from "@/lib/strategies/grammar/strategy";
import { strategyName } from "@/lib/strategies/names";

const said = (fact: boolean) => (fact ? "yes" : "–");

const MODES = { "late-cut": "late cut", "as-messages-arrive": "as messages arrive" } as const;

/** One row of the table in docs/strategies.md. */
function rowOf(strategy: Strategy): string {
  const { id, family, product, mode, cache, reversible, keepsEdits } = strategy;
  const schema = strategyAnswer(strategy).params as { properties?: Record<string, { default: unknown }> };
  const params = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `${name} ${JSON.stringify(field.default)}`,
  );
  const follows = `${product.name} ${product.version}`;
  const cells = [
    `\`${id}\``,
    strategyName(id),
    family,
    follows,
    product.date,
    MODES[mode],
    cache,
    said(reversible),
    said(keepsEdits),
    params.join("; ") || "–",
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

const TABLES = [
  { heading: "## Presets that drop or shorten", isIn: ({ family }: Strategy) => family !== "fold" },
  { heading: "## Presets that fold", isIn: ({ family }: Strategy) => family === "fold" },
];

/** The lines with the table's rows under the heading regenerated. */
function withRows(lines: readonly string[], { heading, isIn }: (typeof TABLES)[number]): string[] {
  const isRow = (line: string) => line.startsWith("| `");
  const section = lines.indexOf(heading);
  expect(section, heading).toBeGreaterThan(-1);
  const start = section + lines.slice(section).findIndex((line) => line.startsWith("| --")) + 1;
  const length = lines.slice(start).findIndex((line) => !isRow(line));
  return [...lines.slice(0, start), ...STRATEGIES.filter(isIn).map(rowOf), ...lines.slice(start + length)];
}

/** To update it after a change: `npx vitest run tests/lib/strategies/docs.test.ts -u`. */
test("docs/strategies.md has the facts of every preset", async () => {
  const written = readFileSync("docs/strategies.md", "utf8").split("\n");
  const wanted = TABLES.reduce(withRows, written).join("\n");
  await expect(wanted).toMatchFileSnapshot("../../../docs/strategies.md");
});

test("docs/summarisers.md says what every folding preset drops and keeps", () => {
  const rows = readFileSync("docs/summarisers.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = new Set(
    rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([\w.-]+)`/g)].map(([, id]) => id)),
  );
  expect(STRATEGIES.filter(({ family, id }) => family === "fold" && !named.has(id)).map(({ id }) => id)).toEqual([]);
});
