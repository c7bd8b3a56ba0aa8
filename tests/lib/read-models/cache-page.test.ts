import { expect, test } from "vitest";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { readBand, toCachePage } from "@/lib/read-models/cache-page";
import { toLaneRows } from "@/lib/read-models/lane-rows";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { cacheSummary, perfectCacheNote } from "@/lib/view-models/cache/cache-summary";
import { analyzeSketch } from "../../support/analyze-sketch";

function pageOf(drawing: string) {
  const analysis = analyzeSketch(drawing);
  const cache = analyzeCache(analysis);
  return { ...toCachePage(cache), lanes: toLaneRows(cache).get("main") ?? [], answer: answerOf(analysis) };
}

const drawing = `
  user go
  say one
  usage write=10000 in=5 out=9 at=0
  user on
  say two
  usage read=10000 write=500 in=5 out=9 at=60
  user on
  say three
  usage read=0 write=11000 in=5 out=9 at=600
`;

test("lanes mark where the previous prompt ended, and what a cache would have read", () => {
  const { lanes } = pageOf(drawing);
  expect(lanes.map(({ previous }) => previous)).toEqual([null, 10_005, 10_505]);
  expect(lanes.map(({ realistic }) => realistic)).toEqual([0, 10_000, 0]);
});

test("without logged cache figures, there is no band", () => {
  const { totals, answer } = pageOf("user go\nsay ok\nusage in=500");
  expect(totals.band).toBeNull();
  expect(cacheSummary(totals, answer)).toBe("1 request; the log does not say what the cache did.");
});

test("the page in words", () => {
  const { totals, answer } = pageOf(drawing);
  expect(cacheSummary(totals, answer)).toMatch(
    /^3 requests; 31\.7\u202f% of all prompt tokens were read from the cache; 1 break lost .+ It cost \$.+ without a cache, .+ with a perfect one\.$/,
  );
});

test("bands", () => {
  expect([0.79, 0.8, 0.939, 0.94, null].map(readBand)).toEqual(["low", "usual", "usual", "high", null]);
});

test("a perfect cache's savings are compared with the cost of the breaks", () => {
  const usd = (amount: number) => ({ kind: "known" as const, usd: amount });
  const note = (lost: number, cost: number, perfect: number) =>
    perfectCacheNote(
      { cost_perfect_cache: { amount: perfect, currency: "USD" } },
      { cost: usd(cost), breaks: { count: 1, tokens: 1, money: usd(lost) } },
    );
  expect(note(2.84, 14.05, 13.7)).toContain("The breaks lost $2.84, yet perfect caching is only ~$0.350 cheaper");
  expect(note(2.84, 13.7, 14.05)).toContain("yet perfect caching is no cheaper");
  expect(note(0.2, 14.05, 13.7)).toBe(
    "Perfect caching would have saved ~$0.350: some of the breaks ($0.200), and misses too small to count as breaks.",
  );
  expect(note(0, 14.05, 13.7)).toBeNull();
});
