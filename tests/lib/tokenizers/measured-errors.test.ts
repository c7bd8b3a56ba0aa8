import fs from "node:fs";
import { expect, test } from "vitest";
import { MEASURED_ERRORS, measuredError } from "@/lib/tokenizers/measured-errors";

/** Rows of the table in docs/accuracy.md: `| file | tokenizer, basis | requests | steps | left out | before | …` */
function measured(tokenizer: string): { steps: number; error: number }[] {
  return fs
    .readFileSync("docs/accuracy.md", "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter((cells) => cells[2]?.startsWith(`${tokenizer}, `) && !cells[1]?.startsWith("localpush"))
    .map((cells) => ({ steps: Number(cells[4]), error: Number.parseFloat(cells[6] ?? "") / 100 }));
}

test.each(MEASURED_ERRORS)("the error of $tokenizer is the mean of docs/accuracy.md, weighted by steps", (row) => {
  const logs = measured(row.tokenizer);
  const steps = logs.reduce((sum, log) => sum + log.steps, 0);
  const mean = logs.reduce((sum, log) => sum + log.error * log.steps, 0) / steps;
  expect(steps).toBe(row.steps);
  expect(row.error).toBeCloseTo(mean, 3);
});

test("what was never measured has no error", () => {
  expect(measuredError("generic")).toBeNull();
});
