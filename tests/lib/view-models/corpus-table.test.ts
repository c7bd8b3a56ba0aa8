import { expect, test } from "vitest";
import { CORPUS_METRICS } from "@/lib/evaluation/metrics";
import { netCost } from "@/lib/evaluation/metrics/cache-cost";
import { corpusHeads } from "@/lib/view-models/corpus-table";
import { messages } from "@/lib/view-models/wording";

test("a corpus run has a column of money: what ten more requests cost against not compressing", () => {
  expect(CORPUS_METRICS).toContain(netCost);
  expect(corpusHeads()).toContain(messages.metricText(netCost).shortLabel);
});
