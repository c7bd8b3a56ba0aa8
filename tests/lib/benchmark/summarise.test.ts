import { expect, test } from "vitest";
import type { Contender } from "@/lib/benchmark/contender";
import { REFERENCES } from "@/lib/benchmark/contender";
import type { SessionFigures } from "@/lib/benchmark/measure-session";
import { summarise } from "@/lib/benchmark/summarise";

const [LOG] = REFERENCES as [Contender];

const session = (id: string, cost: number | null, logged: number | null, saved: number[] = []): SessionFigures => ({
  ...{ id, repository: null },
  cuts: saved.map((share) => ({
    ...{ saved: share, touched: 0, removed: 0, net: share, needed: 1, identifiers: null, runs: null, rareWords: null },
  })),
  whole: { requests: 100, cost, logged, lost: 2, overWindow: 0, fired: 1 },
  calls: { milliseconds: [4, 1, 2], applied: 1, failed: cost === null ? { threw: 1 } : {} },
});

test("adds up money over the sessions that have it, with an interval over them", () => {
  const { figures, milliseconds } = summarise(LOG, [
    session("a", 1, 2, [0.1, 0.3]),
    session("b", 3, 2, [0.5]),
    session("c", 8, 8),
    session("d", null, 5),
  ]);
  expect(figures.whole.cost).toMatchObject({ value: 1, sessions: 3 });
  expect(figures.whole.cost.low).toBeLessThan(1);
  expect(figures.whole.lost_per_100).toEqual({ value: 2, low: 2, high: 2, sessions: 4 });
  expect(figures.cuts.prompt_saved).toEqual({ value: 0.3, low: null, high: null, sessions: 2 });
  expect([figures.calls, figures.applied, figures.failed]).toEqual([12, 4, { threw: 1 }]);
  expect(milliseconds).toEqual({ median: 2, p95: 4 });
});

test("what was measured on nothing is unknown, neither zero nor a bound", () => {
  const { figures } = summarise(LOG, [session("a", null, null), session("b", null, 3)]);
  const nothing = { value: null, low: null, high: null, sessions: 0 };
  expect(figures.whole.cost).toEqual(nothing);
  expect(figures.cuts.identifiers_kept).toEqual(nothing);
  expect(figures.cuts.touched_saved).toEqual(nothing);
});
