import { expect, test } from "vitest";
import type { CorpusResult } from "@/lib/api/schemas/corpus";
import { CORPUS_METRICS } from "@/lib/evaluation/metrics";
import { netCost } from "@/lib/evaluation/metrics/cache-cost";
import { corpusKey } from "@/lib/evaluation/metrics/metric";
import { metricText } from "@/lib/view-models/compare/metric-text";
import {
  corpusHeads,
  corpusNote,
  toCorpusRows,
  toCorpusTradeOff,
  whatIsMissing,
} from "@/lib/view-models/corpus/corpus-table";
import { sketchAnswer } from "@/tests/support/sketch-answer";

test("a corpus run has a column of money: what ten more requests cost against not compressing", () => {
  expect(CORPUS_METRICS).toContain(netCost);
  expect(corpusHeads()).toContain(metricText(netCost).shortLabel);
});

test("what is missing before a run: an own session or the example, a chosen session, a strategy", () => {
  const all = { strategies: 2, sessions: 3, own: 3 };
  expect(whatIsMissing(all)).toBeNull();
  expect(whatIsMissing({ ...all, sessions: 0, own: 0 })).toBe("Import a session, or choose the example.");
  expect(whatIsMissing({ ...all, sessions: 1, own: 0 })).toBeNull();
  expect(whatIsMissing({ ...all, sessions: 0 })).toBe("Choose at least one session.");
  expect(whatIsMissing({ ...all, strategies: 0 })).toBe("Choose at least one strategy.");
});

const interval = (mean: number) => ({ mean, low: mean, high: mean });
/** A run over so many sessions with one request each: every figure that a row can have. */
const runOver = (count: number): CorpusResult =>
  sketchAnswer<CorpusResult>({
    sessions: Array.from({ length: count }, (_, at) => ({ id: `s${at}`, cuts: 1 })),
    left_out: [],
    oracle_saved: 0.5,
    rows: [
      {
        ...{ id: "a", version: "1", applied: count, broken: 0, worst_recall: 0.4 },
        ...Object.fromEntries(CORPUS_METRICS.map((metric) => [corpusKey(metric), interval(0.5)])),
      },
    ],
  });

test("few sessions have no figures, more have figures without a ranking, and twenty a ranking", () => {
  const told = [2, 3, 19, 20].map((count) => {
    const run = runOver(count);
    const [row] = toCorpusRows(run);
    const figures = (row?.cells ?? []).slice(0, -1).filter(({ value }) => value !== "–").length;
    return [figures > 0, (toCorpusTradeOff(run)?.frontier.length ?? 0) > 0, corpusNote(run).split("; ")[1] ?? ""];
  });
  expect(told).toEqual([
    [false, false, "too few for figures"],
    [true, false, "too few to rank"],
    [true, false, "too few to rank"],
    [true, true, ""],
  ]);
});

test("each column of the table has a value if its figure was measured", () => {
  const [row] = toCorpusRows(runOver(20));
  expect(row?.cells).toHaveLength(corpusHeads().length);
  for (const { value } of row?.cells ?? []) expect(value).not.toBe("–");
});
