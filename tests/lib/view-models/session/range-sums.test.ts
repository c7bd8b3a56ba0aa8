import { expect, test } from "vitest";
import type { ShownRow } from "@/lib/read-models/simulated-rows";
import { toRangeSums } from "@/lib/view-models/session/range-sums";

const money = (amount: number) => ({ amount, currency: "USD" });
const row = (cost: number | null, lost: number | null = null, more: object = {}) =>
  ({
    cost: cost === null ? null : money(cost),
    cost_is_floor: false,
    break: lost === null ? null : { lost_cost: money(lost) },
    ...more,
  }) as unknown as ShownRow;

test("a zoomed range shows what its own requests cost and lost, not those outside", () => {
  const rows = [row(5, 4), row(1), row(1.5, 0.75), row(0.5, 0.25), row(7)];
  expect(toRangeSums(rows, { from: 1, to: 3 })).toEqual(["$3.00", "2 cache breaks lost $1.00"]);
  expect(toRangeSums(rows, { from: 4, to: 4 })).toEqual(["$7.00"]);
});

test("losses that are known only as ranges add up to a range", () => {
  const most_lost = { tokens: 9, cost: money(1.5) };
  const broken = { break: { lost_tokens: 1, lost_cost: money(0.75), most_lost } };
  expect(toRangeSums([row(1, 0.25), row(1, null, broken)], { from: 0, to: 1 })).toEqual([
    "$2.00",
    "2 cache breaks lost $1.00–1.75",
  ]);
});

test("a missing cost makes a lower bound, a simulated one an estimate, and none is left out", () => {
  expect(toRangeSums([row(1), row(null)], { from: 0, to: 1 })).toEqual(["≥ $1.00"]);
  expect(toRangeSums([row(1, 0.5, { isSimulated: true })], { from: 0, to: 0 })).toEqual([
    "~$1.00",
    "1 cache break lost ~$0.500",
  ]);
  expect(toRangeSums([row(null)], { from: 0, to: 0 })).toEqual([]);
});
