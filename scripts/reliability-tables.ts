import fs from "node:fs";
import { GUARDS } from "@/tests/promises/guards";
import { PROMISES } from "@/tests/promises/promises";
import { renderTables, withTables } from "@/tests/promises/render";
import { keepRuns, readRuns, readTriedGuards } from "@/tests/promises/results";
import { readFigures } from "@/tests/support/record-figure";

/**
 * Writes the tables of docs/reliability.md from bench/results/reliability. If a file of runs (scripts/run-tests.mjs) is
 * given, it is stored there first: node scripts/run-ts.mjs scripts/reliability-tables.ts
 */
const [, , runs] = process.argv;
if (runs !== undefined) keepRuns(JSON.parse(fs.readFileSync(runs, "utf8")));

const PAGE = "docs/reliability.md";
const results = { figures: readFigures(), runs: readRuns(), tried: readTriedGuards() };
const page = fs.readFileSync(PAGE, "utf8");
fs.writeFileSync(PAGE, withTables(page, renderTables(PROMISES, GUARDS, results)));
