import fc from "fast-check";
import { expect, test } from "vitest";
import { toCompactionRows } from "@/lib/view-models/compactions";
import { sparkline, toLibraryRow } from "@/lib/view-models/library-row";
import { toTimeline } from "@/lib/view-models/timeline";
import { analyzeSketch } from "../../support/analyze-sketch";

const drawing = `
  user go
  say one
  usage write=166919 in=0 out=9 at=0
  compact auto 167471
  summary so far
  say two
  usage read=16606 write=37312 in=3 out=9 at=60
  user on
  say three
  usage read=0 write=54000 in=0 out=9 at=34120 took=80
`;

test("the spine: stack, window, reserve, rules, letters", () => {
  const timeline = toTimeline(analyzeSketch(drawing), 600);
  expect(timeline).toMatchObject({ agent: "main", requests: 3, window: 200_000, top: 200_000, reserveFrom: 167_471 });
  expect(timeline.columns.map((column) => column.promptTokens)).toEqual([166_919, 53_921, 54_000]);
  expect(timeline.columns[1]?.stack.map((segment) => segment.kind)).toEqual(["unseen", "summary"]);
  expect(timeline.columns[1]?.stack.at(-1)?.to).toBe(53_921);
  expect(timeline.columns[1]?.cache?.read).toBeCloseTo(16_606 / 53_921);
  expect(timeline.compactions).toMatchObject([{ at: 1, column: 1, label: "167k → 54k", trigger: "auto" }]);
  expect(timeline.idles).toMatchObject([{ at: 2, column: 2, label: "idle 9 h 28 m" }]);
  expect(timeline.breaks.map(({ at, letter, isExpected }) => [at, letter, isExpected])).toEqual([
    [1, "C", true],
    [2, "T", true],
  ]);
});

test("a bin shows its fullest request and its worst read, and swallows no break", () => {
  const { columns, breaks, compactions } = toTimeline(analyzeSketch(drawing), 5);
  expect(columns).toHaveLength(1);
  expect(columns[0]).toMatchObject({ first: 0, last: 2, shown: 0, promptTokens: 166_919, cache: { read: 0 } });
  expect(breaks).toHaveLength(2);
  expect(compactions).toMatchObject([{ column: 0 }]);
});

test("a compaction after the last request has no size yet", () => {
  expect(toCompactionRows(analyzeSketch("user go\nsay one\nusage write=900 in=0\ncompact manual"))).toMatchObject([
    { at: 1, before: 900, after: null, label: "900 → unknown", trigger: "manual" },
  ]);
});

test("an empty session draws nothing", () => {
  expect(toTimeline(analyzeSketch("user hi"), 600)).toMatchObject({ requests: 0, top: 0, columns: [], breaks: [] });
});

test("law: never more columns than fit, and every request is in exactly one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 500 }), (requests, width) => {
      const lines = Array.from({ length: requests }, (_, index) => `user a\nsay b\nusage write=${100 + index} in=0`);
      const { columns } = toTimeline(analyzeSketch(lines.join("\n")), width);
      expect(columns.length).toBeLessThanOrEqual(Math.max(1, Math.floor(width / 5)));
      const covered = columns.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
      );
      expect(covered).toEqual(Array.from({ length: requests }, (_, at) => at));
    }),
    { numRuns: 40 },
  );
});

test("a row of the library", () => {
  const row = toLibraryRow(
    analyzeSketch(drawing, { startedAt: "2026-01-01T00:00:00Z", endedAt: "2026-01-01T01:00:00Z" }),
  );
  expect(row).toMatchObject({
    model: "claude-sonnet-4-5",
    duration_seconds: 3600,
    messages: 6,
    requests: 3,
    peak_tokens: 166_919,
    fill: [0.835, 0.27, 0.27],
    tokens_in: 274_840,
    tokens_out: 27,
    compactions: 1,
    cache_breaks: 2,
    sub_agents: 0,
  });
  expect(row.trigger_fraction).toBeCloseTo(0.837, 3);
});

test("a sparkline has at most 60 points, each the fullest of its span", () => {
  const lines = Array.from({ length: 150 }, (_, index) => `user a\nsay b\nusage write=${index + 1} in=0`);
  const points = sparkline(analyzeSketch(lines.join("\n")).requests, 150);
  expect(points).toHaveLength(60);
  expect(points[0]).toBeCloseTo(2 / 150, 2);
  expect(points.at(-1)).toBe(1);
});
