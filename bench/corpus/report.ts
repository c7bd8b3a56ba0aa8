// Writes the results of measure.ts into docs/results.md: node scripts/run-ts.mjs bench/corpus/report.ts FOLDER
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fillBlocks } from "../evaluation/generated-blocks";
import { chosenTable, differencesTable, foldsTable, mainTable, type Strategy } from "./tables";

const PAGE = "docs/results.md";
const folder = process.argv[2] ?? "";

const strategies: Strategy[] = readdirSync(folder)
  .filter((file) => file.endsWith(".jsonl"))
  .sort()
  .map((file) => ({
    name: path.basename(file, ".jsonl"),
    lines: readFileSync(path.join(folder, file), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  }));
const page = fillBlocks(readFileSync(PAGE, "utf8"), {
  "corpus table": mainTable(strategies),
  "corpus folds": foldsTable(strategies),
  "corpus chosen": chosenTable(strategies),
  "corpus differences": differencesTable(strategies),
});
writeFileSync(PAGE, page);
console.log(`${PAGE} is written`);
