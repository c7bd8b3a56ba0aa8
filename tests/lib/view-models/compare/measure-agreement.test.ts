import { describe, expect, test } from "vitest";
import { toMatrix } from "@/lib/view-models/compare/comparison-matrix";
import { toMeasureAgreement } from "@/lib/view-models/compare/measure-agreement";
import { formatShare } from "@/lib/wording/number-format";
import { type Sketch, sketchComparison } from "../../../support/comparison-sketch";

const A: Sketch = { id: "a", saved: 0.4, recall: 0.98, runs: 0.8, rareWords: 0.81, regrets: 2 };
const B: Sketch = { id: "b", saved: 0.4, recall: 0.89, runs: 0.95, rareWords: 0.812, regrets: 9 };
const C: Sketch = { id: "c", saved: 0.4, recall: 0.5, runs: 0.5, rareWords: 0.5, regrets: 30 };
const best = (row: string, ...sketches: Sketch[]) =>
  toMatrix(sketchComparison(...sketches))
    .find(({ id }) => id === row)
    ?.cells.map(({ isBest }) => isBest);

describe("agreement of the measures of what is kept", () => {
  test("reports which two strategies are ranked differently, and by which measure", () => {
    const agreement = toMeasureAgreement(sketchComparison(A, B, C));
    expect(agreement).toEqual({
      isContradicted: true,
      sentence: `The measures disagree: a keeps more of the needed facts than b (${formatShare(0.98)} vs. ${formatShare(0.89)}) and less of the runs of six words (${formatShare(0.8)} vs. ${formatShare(0.95)}); 1 of 3 pairs are contradicted. Do not choose by needed facts alone.`,
    });
    expect(best("recall", A, B, C)).toEqual([false, false, false]);
    expect(best("regrets", A, B, C)).toEqual([false, false, false]);
    expect(best("verbatim", A, B, C)).toEqual([false, true, false]);
  });

  test("marks the best by needed facts if no other measure contradicts them", () => {
    expect(toMeasureAgreement(sketchComparison(A, C))?.isContradicted).toBe(false);
    expect(best("recall", A, C)).toEqual([true, false]);
  });

  test("a small opposite difference does not contradict a large one in needed facts", () => {
    const near = (runs: number) => toMeasureAgreement(sketchComparison({ ...A, runs }, B))?.isContradicted;
    expect([near(0.92), near(0.88)]).toEqual([false, true]); // 3 and 7 points, compared with 9
  });

  test("says if nothing could check the needed facts", () => {
    const plain = ({ runs: _, rareWords: __, ...rest }: Sketch): Sketch => rest;
    expect(toMeasureAgreement(sketchComparison(plain(A), plain(B)))?.sentence).toContain("Only needed facts");
  });

  test.each([
    ["one strategy", [A]],
    ["one that is valid", [A, { ...B, invalid: true }]],
    ["one that did something", [A, { ...B, idle: true }]],
    ["two that keep as much", [A, { ...B, recall: 0.979 }]],
  ])("reports nothing for %s", (_name, sketches) => {
    expect(toMeasureAgreement(sketchComparison(...sketches))).toBeNull();
  });
});
