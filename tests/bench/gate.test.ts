import { describe, expect, test } from "vitest";
import { compareRatios, confirmed, isFailure } from "@/bench/suite/gate";
import { exponentOf, median, ratiosOf, spreadOf } from "@/bench/suite/statistics";

const ratio = (id: string, value: number) => ({ id, meaning: id, spread: spreadOf([value]) });
const verdicts = (...args: Parameters<typeof compareRatios>) => compareRatios(...args).map(({ verdict }) => verdict);

describe("gate", () => {
  test("a ratio may be up to a fifth behind the committed one", () => {
    expect(verdicts([ratio("a", 5)], [ratio("a", 6)], [])).toEqual(["kept"]);
    expect(verdicts([ratio("a", 5)], [ratio("a", 6.01)], [])).toEqual(["behind"]);
    expect(verdicts([ratio("a", 0.1)], [ratio("a", 0.13)], [])).toEqual(["behind"]);
    expect(verdicts([ratio("a", 5)], [ratio("a", 1)], [])).toEqual(["kept"]);
  });

  test("a ratio that is not a number is behind", () =>
    expect(verdicts([ratio("a", 5)], [ratio("a", Number.NaN)], [])).toEqual(["behind"]));

  test("a ratio that was not measured fails, unless a peer was unavailable", () => {
    const committed = [ratio("import-25/parsing", 6), ratio("import-25/ccusage", 8)];
    const skipped = [{ name: "ccusage", reason: "no registry" }];
    expect(verdicts(committed, [], skipped)).toEqual(["missing", "skipped"]);
    expect(compareRatios(committed, [], skipped).map(isFailure)).toEqual([true, false]);
  });

  test("an uncommitted ratio is not a failure", () =>
    expect(compareRatios([], [ratio("a", 5)], []).map((entry) => [entry.verdict, isFailure(entry)])).toEqual([
      ["new", false],
    ]));

  test("a ratio fails only if it is behind a second time", () => {
    const committed = [ratio("a", 1), ratio("b", 1), ratio("c", 1)];
    const first = compareRatios(committed, [ratio("a", 2), ratio("b", 2), ratio("c", 1)], []);
    const second = compareRatios(committed, [ratio("a", 2), ratio("b", 1), ratio("c", 2)], []);
    expect(confirmed(first, second).map(({ verdict }) => verdict)).toEqual(["behind", "kept", "kept"]);
  });
});

describe("statistics", () => {
  test("the median of an even number of values is between the middle two", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 9])).toBe(3);
    expect(median([])).toBeNaN();
  });

  test("ratios are computed per round, so that a slow moment on both sides changes none", () => {
    expect(ratiosOf([10, 40, 10], [5, 20, 5])).toEqual([2, 2, 2]);
    expect(() => ratiosOf([1, 2], [1])).toThrow(RangeError);
  });

  test("the exponent is 1 for linear and 2 for quadratic growth, in any unit", () => {
    const sizes = [250, 500, 1_000];
    expect(exponentOf(sizes, sizes)).toBeCloseTo(1);
    expect(
      exponentOf(
        sizes,
        sizes.map((size) => 7 * size * size),
      ),
    ).toBeCloseTo(2);
    expect(exponentOf(sizes, [3, 3, 3])).toBeCloseTo(0);
  });
});
