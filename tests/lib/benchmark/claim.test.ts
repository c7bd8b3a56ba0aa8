import { expect, test } from "vitest";
import { claimOf } from "@/lib/benchmark/claim";
import type { Figure, StrategyResult } from "@/lib/benchmark/results";

const figure = (value: number | null, low: number | null, high: number | null, sessions = 24): Figure => ({
  ...{ value, low, high, sessions },
});

function result(
  cost: Figure,
  needed: number,
  more: { kind?: StrategyResult["kind"]; applied?: number } = {},
): StrategyResult {
  const one = figure(0.5, 0.4, 0.6);
  return {
    ...{ id: "rtk", kind: more.kind ?? "program", ran: "", sha256: null, milliseconds: null },
    figures: {
      whole: { cost, lost_per_100: one, over_window: 0, fired: 1, requests: 100 },
      cuts: {
        ...{ count: 3, prompt_saved: one, touched_saved: one, bill_saved: one, needed_kept: figure(needed, 0, 1) },
        ...{ identifiers_kept: one, runs_kept: one, rare_words_kept: one },
      },
      ...{ calls: 9, applied: more.applied ?? 5, failed: {} },
    },
  };
}

test.each([
  [
    result(figure(0.8, 0.7, 0.9), 0.99),
    "rtk: Yes: these 24 sessions would have cost 20.0 % less than their logs (−30.0 % to −10.0 %).",
  ],
  [
    result(figure(0.8, 0.7, 0.9), 0.6),
    "rtk: Yes, but it forgets: these 24 sessions would have cost 20.0 % less than their logs (−30.0 % to −10.0 %), and 40 of 100 needed facts are gone at a late cut.",
  ],
  [
    result(figure(1.2, 1.1, 1.3), 1, { kind: "preset" }),
    "rtk: No, by our re-implementation: these 24 sessions would have cost 20.0 % more than their logs (+10.0 % to +30.0 %).",
  ],
  [
    result(figure(0.98, 0.9, 1.1), 1),
    "rtk: No clear effect on the cost of these 24 sessions: −2.0 % (−10.0 % to +10.0 %).",
  ],
  [result(figure(0.8, null, null, 2), 1), "rtk: 2 sessions, too few for an answer."],
  [result(figure(1, 1, 1), 1, { applied: 0 }), "rtk: it changed nothing on these 24 sessions."],
  [result(figure(null, null, null, 0), 1), "rtk: unknown, because no session reports its cost."],
])("a claim is one sentence %#", (strategy, sentence) => {
  expect(claimOf(strategy)).toBe(sentence);
});
