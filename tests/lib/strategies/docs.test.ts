import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { STRATEGIES } from "@/lib/strategies";
import type { Strategy } from "@/lib/strategies/strategy";
import { toStrategyInfo } from "@/lib/strategies/strategy-info";

/** One row of the table in docs/strategies.md. */
function rowOf(strategy: Strategy): string {
  const { id, title, family, product, cache, reversible } = strategy;
  const schema = toStrategyInfo(strategy).params as { properties?: Record<string, { default: unknown }> };
  const params = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `${name} ${JSON.stringify(field.default)}`,
  );
  const follows = `${product.name} ${product.version}`;
  const cells = [`\`${id}\``, title, family, follows, cache, reversible ? "yes" : "–", params.join("; ") || "–"];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** To write it anew after a change: `npx vitest run tests/lib/strategies/docs.test.ts -u`. */
test("docs/strategies.md tells the facts of every preset that folds nothing", async () => {
  const written = readFileSync("docs/strategies.md", "utf8").split("\n");
  const isRow = (line: string) => line.startsWith("| `");
  const start = written.findIndex(isRow);
  const rows = STRATEGIES.filter(({ family }) => family !== "fold").map(rowOf);
  const others = written.filter((line) => !isRow(line));
  const wanted = [...others.slice(0, start), ...rows, ...others.slice(start)].join("\n");
  await expect(wanted).toMatchFileSnapshot("../../../docs/strategies.md");
});
