import { describe, expect, test } from "vitest";
import { type Priced, pricedBlocks } from "@/lib/advice/interval";
import type { Outcome } from "@/lib/advice/outcome";
import { unlikePolicies } from "@/lib/advice/weigh";
import { quantileBeyond, studentQuantile } from "@/lib/evaluation/student";

const OUTCOME: Outcome = { id: "", trigger: null, blocks: [], fired: 1, peakPrompt: 0, overWindow: 0 };
const priced = (...amounts: number[]): Priced => pricedBlocks(OUTCOME, Float64Array.from(amounts));
const LOG = priced(10, 10, 10, 10);
const count = (...policies: Priced[]) => unlikePolicies({ policies, log: LOG });

describe("how many policies are independent", () => {
  test("policies that deviate in the same blocks count as one, however much they save", () => {
    expect(count(priced(8, 12, 10, 10), priced(4, 6, 5, 5), priced(12, 8, 10, 10))).toBeCloseTo(1, 9);
  });

  test("policies that have nothing in common all count", () => {
    expect(count(priced(8, 12, 10, 10), priced(10, 10, 8, 12))).toBeCloseTo(2, 9);
  });

  test("policies that cost the same share everywhere, or nothing, count as one", () => {
    expect([count(priced(5, 5, 5, 5)), count()]).toEqual([1, 1]);
  });
});

test.each([
  [0.025, 9, 2.262],
  [0.025 / 3, 9, 2.933],
  [0.01, 19, 2.539],
  [0.005, 9, 3.25],
])("Student's quantile beyond %f with %i degrees is %f", (tail, degrees, expected) => {
  expect(Math.abs(quantileBeyond(tail, degrees) - expected)).toBeLessThan(0.03);
  expect(quantileBeyond(0.025, degrees)).toBe(studentQuantile(degrees));
});
