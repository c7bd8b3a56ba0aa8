import { expect, test } from "vitest";
import type { CorpusResult } from "@/lib/api/schemas/corpus";
import { CORPUS_METRICS } from "@/lib/evaluation/metrics";
import { netCost } from "@/lib/evaluation/metrics/cache-cost";
import { corpusKey } from "@/lib/evaluation/metrics/metric";
import { metricText } from "@/lib/view-models/compare/metric-text";
import { choiceName } from "@/lib/view-models/compare/strategy-choice";
import {
  corpusAnswer,
  corpusHeads,
  toCorpusRows,
  toCorpusTradeOff,
  whatIsMissing,
} from "@/lib/view-models/corpus/corpus-table";
import { formatShare } from "@/lib/wording/number-format";
import { sketchAnswer } from "@/tests/support/sketch-answer";

test("a corpus run has a column of money: what ten more requests cost compared with not compressing", () => {
  expect(CORPUS_METRICS).toContain(netCost);
  expect(corpusHeads()).toContain(metricText(netCost).shortLabel);
});

test("what a run still needs: an imported session or the example, a chosen session, a strategy", () => {
  const all = { strategies: 2, sessions: 3, own: 3 };
  expect(whatIsMissing(all)).toBeNull();
  expect(whatIsMissing({ ...all, sessions: 0, own: 0 })).toBe("Import a session, or choose the example.");
  expect(whatIsMissing({ ...all, sessions: 1, own: 0 })).toBeNull();
  expect(whatIsMissing({ ...all, sessions: 0 })).toBe("Choose at least one session.");
  expect(whatIsMissing({ ...all, strategies: 0 })).toBe("Choose at least one strategy.");
});

const interval = (mean: number) => ({ mean, low: mean, high: mean });
/** A run over this many sessions with one request each, and every figure that a row can have. */
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

const saveAndKeep = (sessions: number) =>
  `${sessions} sessions, too few to rank: the strategies save ${formatShare(0.5)} of the prompt and keep ${formatShare(0.5)} of the facts needed later.`;

test("few sessions have no figures, more have figures without a ranking, and twenty have a ranking", () => {
  const told = [2, 3, 19, 20].map((count) => {
    const run = runOver(count);
    const [row] = toCorpusRows(run);
    const figures = (row?.cells ?? []).slice(0, -1).filter(({ value }) => value !== "–").length;
    return [figures > 0, (toCorpusTradeOff(run)?.frontier.length ?? 0) > 0, corpusAnswer(run)];
  });
  expect(told).toEqual([
    [false, false, "2 sessions: too few for figures. Import more, or measure more requests of each."],
    [true, false, saveAndKeep(3)],
    [true, false, saveAndKeep(19)],
    [true, true, `No other strategy saves more and keeps more than ${choiceName("a")}.`],
  ]);
});

test("a run without a session says so", () => {
  expect(corpusAnswer({ ...runOver(0), oracle_saved: null })).toBe("No session could be measured.");
});

test("the cheapest strategy comes first and keeps its mark; one that changed nothing comes last", () => {
  const run = runOver(20);
  const [row] = run.rows;
  if (!row) throw new Error("the run has no row");
  const net = (mean: number) => ({ net_cost_after_10_requests_usd: interval(mean) });
  const rows = [
    { ...row, id: "idle", applied: 0, ...net(-9) },
    { ...row, id: "costly", ...net(2) },
    { ...row, id: "cheap", ...net(-1) },
  ];
  expect(toCorpusRows({ ...run, rows }).map(({ id, index }) => [id, index])).toEqual([
    ["cheap", 2],
    ["costly", 1],
    ["idle", 0],
  ]);
});

test("only the deciding measures are shown at first", () => {
  expect(corpusHeads(undefined, false)).toEqual([
    "Saved",
    "Net after 10 requests",
    "Recall of needed facts",
    "Worst request",
    "Can be fetched",
    "Changed",
  ]);
  expect(corpusHeads().length).toBeGreaterThan(6);
});

test("each column has a value if its figure was measured", () => {
  const [row] = toCorpusRows(runOver(20));
  expect(row?.cells).toHaveLength(corpusHeads().length);
  for (const { value } of row?.cells ?? []) expect(value).not.toBe("–");
});
