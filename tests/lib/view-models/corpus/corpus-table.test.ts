import { expect, test } from "vitest";
import { CORPUS_METRICS } from "@/lib/evaluation/metrics";
import { netCost } from "@/lib/evaluation/metrics/cache-cost";
import { metricText } from "@/lib/view-models/compare/metric-text";
import { corpusHeads, whatIsMissing } from "@/lib/view-models/corpus/corpus-table";

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
