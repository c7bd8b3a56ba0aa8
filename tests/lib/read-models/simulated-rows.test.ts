import { expect, test } from "vitest";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { simulatedReads } from "@/lib/read-models/simulated-rows";
import { analyzeSketch } from "../../support/analyze-sketch";

const analysis = analyzeSketch(`
  user go
  say one
  usage write=10000 in=3 out=5 at=0
  user on
  say two
  usage read=10000 write=1000 in=2 out=4 at=40
`);
const rows = toRequestRows(analysis);
const { lines } = analyzeCache(analysis);
const simulated = rows.map((row) => ({ ...row, simulated: simulatedReads(row.index, lines) }));

test("every request has three lines under its provider's rule, each adding up to its prompt", () => {
  for (const row of simulated) {
    expect(Object.keys(row.simulated)).toEqual(["optimum", "realistic", "calibrated"]);
    for (const { read, written, uncached } of Object.values(row.simulated))
      expect(read + written + uncached).toBe(row.prompt_tokens);
  }
  expect(simulated[0]?.simulated.optimum?.read).toBe(0);
  expect(simulated[1]?.simulated.optimum?.read).toBeGreaterThan(9_000);
});
