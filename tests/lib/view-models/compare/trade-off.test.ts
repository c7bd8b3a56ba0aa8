import { expect, test } from "vitest";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import { toMatrix } from "@/lib/view-models/compare/comparison-matrix";
import { toTradeOff } from "@/lib/view-models/compare/trade-off";
import { sketchComparison as comparison } from "../../../support/comparison-sketch";

test("the frontier runs from the original through the valid points that no valid one beats", () => {
  const view = toTradeOff(
    comparison(
      { id: "a", saved: 0.2, recall: 0.95 },
      { id: "beaten", saved: 0.1, recall: 0.9 },
      { id: "b", saved: 0.6, recall: 0.5 },
      { id: "broken", saved: 0.7, recall: 0.99, invalid: true },
      { id: "idle", saved: 0, recall: 1, idle: true },
    ),
  );
  expect(view?.frontier).toEqual([
    { saved: 0, recall: 1 },
    { saved: 0.2, recall: 0.95 },
    { saved: 0.6, recall: 0.5 },
  ]);
  expect(view?.points.map(({ id }) => id)).toEqual(["a", "beaten", "b", "broken"]);
  expect(view).toMatchObject({ oracle: 0.7, needed: 40 });
  expect(view?.lowest).toBeCloseTo(0.4);
});

test("a log that needed nothing later draws nothing and ranks nobody", () => {
  const empty = comparison({ id: "a", saved: 0.2, recall: 1 }, { id: "b", saved: 0.4, recall: 1 });
  const without = {
    ...empty,
    results: empty.results.map((entry) => ({
      ...entry,
      evaluation: { ...entry.evaluation, hindsight: { ...entry.evaluation?.hindsight, needed: 0 } },
    })),
  } as CompareAnswer;
  expect(toTradeOff(without)).toBeNull();
  const recall = toMatrix(without).find(({ id }) => id === "recall");
  expect(recall?.cells.map(({ value, isBest }) => [value, isBest])).toEqual([
    ["no evidence", false],
    ["no evidence", false],
  ]);
});

test("an invalid result shows its broken rule and is never the best", () => {
  const rows = toMatrix(
    comparison(
      { id: "a", saved: 0.2, recall: 0.8, regrets: 8 },
      { id: "b", saved: 0.3, recall: 0.7, regrets: 12 },
      { id: "x", saved: 0.9, recall: 0.99, invalid: true, regrets: 1 },
    ),
  );
  const cells = (id: string) => rows.find((row) => row.id === id)?.cells;
  expect(cells("recall")?.map(({ isBest }) => isBest)).toEqual([true, false, false]);
  expect(cells("tokens")?.map(({ isBest }) => isBest)).toEqual([false, true, false]);
  expect(cells("validity")?.[2]).toMatchObject({ value: "1 violation", note: "orphan-result", tone: "invalid" });
  expect(cells("regrets")?.[0]).toMatchObject({ value: "8", note: expect.stringContaining("can be fetched again") });
  expect(cells("survival")?.[0]?.bars?.find(({ label }) => label === "url")?.share).toBeNull();
});
