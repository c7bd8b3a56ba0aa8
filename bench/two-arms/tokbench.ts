import fs from "node:fs";
import path from "node:path";
import { compareArms } from "../../lib/two-arms/compare-arms";
import type { ArmRun } from "../../lib/two-arms/tasks";
import { readTokbenchRun, type TokbenchRun, wholeRuns } from "./read-tokbench";

/**
 * Winnow's verdict on the runs of tokbench: `node scripts/run-ts.mjs bench/two-arms/tokbench.ts <its results folder>`.
 * Arm a0 is the unchanged agent; the runs are those of its matrix, whose names end in r2 and later (PROTOCOL.md).
 */
const NATIVE = "a0";
const MATRIX = /-r[2-9][a-z]?$/;

const folder = process.argv[2];
if (folder === undefined) throw new Error("give the results folder of tokbench");

const read: TokbenchRun[] = [];
for (const name of fs.readdirSync(folder).filter((entry) => MATRIX.test(entry))) {
  const textOf = (file: string) => {
    const place = path.join(folder, name, file);
    return fs.existsSync(place) ? fs.readFileSync(place, "utf8") : "";
  };
  const result = readTokbenchRun(name, textOf("run-manifest.json"), textOf("run-summary.tsv"));
  if (result.ok) read.push(result.value);
  else console.log(`left out: ${result.error.code}, ${result.error.message}`);
}

const arms = new Map<string, ArmRun[]>();
for (const { arm, run } of wholeRuns(read)) arms.set(arm, [...(arms.get(arm) ?? []), run]);

const native = arms.get(NATIVE) ?? [];
const percent = (share: number | undefined) => (share === undefined ? "–" : `${(100 * share).toFixed(1)} %`);
for (const [arm, runs] of [...arms].sort()) {
  const totals = runs.map(({ bill }) => bill?.plainInput.toLocaleString("en-US")).join(", ");
  console.log(`\n${arm}: ${runs.length} runs, input ${totals}`);
  if (arm === NATIVE) continue;
  const { verdict, parts, repeats, needed, visible } = compareArms(native, runs);
  for (const { part, change } of parts.filter(({ part }) => ["turns", "plainInput", "output", "total"].includes(part)))
    console.log(`  ${part}: ${percent(change?.mean)} (${percent(change?.low)} to ${percent(change?.high)})`);
  const difference = percent(repeats.difference ?? undefined);
  console.log(
    `  ${verdict}; repeats differ by ${difference}; ${needed.ten} pairs for 10 %, visible ${percent(visible ?? undefined)}`,
  );
}
