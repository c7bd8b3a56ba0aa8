import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatChange,
  formatCompaction,
  formatCompactTokens,
  formatCount,
  formatDuration,
  formatMoney,
  formatMoneyChange,
  formatPrice,
  formatRequest,
  formatRequestReference,
  formatShare,
  formatShareFigure,
  formatTick,
  formatTokens,
  formatWholeThousands,
} from "@/lib/wording/number-format";

test("a tick is short, because its gutter is narrow", () => {
  expect([0, 500, 2_500, 7_500, 500_000, 1_000_000, 1_250_000].map(formatTick)).toEqual([
    "0",
    "500",
    "2.5k",
    "7.5k",
    "500k",
    "1M",
    "1.25M",
  ]);
});

const ROUNDINGS = ["down", "nearest", "up"] as const;

test("a lower bound is rounded down and an upper bound up, unless the figure is exact", () => {
  const money = (amount: number) => ROUNDINGS.map((rounding) => formatMoney(amount, { rounding }));
  expect(money(15.276)).toEqual(["$15.27", "$15.28", "$15.28"]);
  expect(money(0.0472)).toEqual(["$0.0472", "$0.0472", "$0.0472"]);
  expect(money(0.2891)).toEqual(["$0.289", "$0.289", "$0.290"]);
  expect(money(0.00007)).toEqual(["<\u202f$0.0001", "$0.0001", "$0.0001"]);
  expect(formatMoney(15.276, { isFloor: true })).toBe("≥ $15.27");
  expect(formatCompactTokens(1_960, { isFloor: true })).toBe("≥ 1.9k");
});

test("a bound holds for every amount", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.0001, max: 1e6, noNaN: true }), (amount) => {
      const [low, high] = (["down", "up"] as const).map((rounding) =>
        Number(formatMoney(amount, { rounding }).replace(/[$,]/g, "")),
      );
      expect(low).toBeLessThanOrEqual(amount + 1e-9);
      expect(high).toBeGreaterThanOrEqual(amount - 1e-9);
    }),
  );
});

test("a count of one takes the singular", () => {
  expect([0, 1, 1105].map((count) => formatCount(count, "part"))).toEqual(["0 parts", "1 part", "1,105 parts"]);
});

describe("tokens", () => {
  test.each([
    [113_008, "113,008"],
    [0, "0"],
    [999, "999"],
    [1_000, "1,000"],
    [-1_207, "−1,207"],
  ])("in full: %d is %s", (tokens, text) => expect(formatTokens(tokens)).toBe(text));

  test.each([
    [150_000, "150k"],
    [167_448, "167k"],
    [1_000_000, "1,000k"],
    [640, "640"],
  ])("on axes: %d is %s", (tokens, text) => expect(formatWholeThousands(tokens)).toBe(text));

  test.each([
    [166_919, "166.9k"],
    [26_161_000, "26.16M"],
    [999_949, "999.9k"],
    [999_950, "1.00M"],
    [999, "999"],
    [1_234_560_000, "1,234.56M"],
  ])("in dense rows: %d is %s", (tokens, text) => expect(formatCompactTokens(tokens)).toBe(text));

  test("a compaction", () => expect(formatCompaction(167_471, 53_921)).toBe("167k → 54k"));
  test("a compaction of unknown size", () => expect(formatCompaction(null, 53_921)).toBe("unknown → 54k"));

  test.each([
    [1_176, "+1,176"],
    [-1_207, "−1,207"],
    [0, "0"],
    [-0.2, "0"],
  ])("a change: %d is %s", (tokens, text) => expect(formatChange(tokens)).toBe(text));
});

describe("shares", () => {
  test.each([
    [0.90958, "91.0\u202f%"],
    [0.9629, "96.3\u202f%"],
    [0.99999, "99.9\u202f%"],
    [1, "100.0\u202f%"],
    [0.289, "28.9\u202f%"],
    [0.0009, "<\u202f0.1\u202f%"],
    [0, "0\u202f%"],
    [-0.0321, "−3.2\u202f%"],
    [null, "unknown"],
  ])("%d is %s", (fraction, text) => expect(formatShare(fraction)).toBe(text));

  test("in a column, the header shows the unit", () => expect(formatShareFigure(0.5)).toBe("50.0"));

  test("law: a share is rounded to a tenth of a per cent, and never up to 100 %", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1, noNaN: true }), (fraction) => {
        expect(Math.abs(Number(formatShareFigure(fraction)) - fraction * 100)).toBeLessThanOrEqual(0.1);
        if (fraction < 1) expect(Number(formatShareFigure(fraction))).toBeLessThan(100);
      }),
    );
  });
});

describe("money", () => {
  test.each([
    [22.614, "$22.61"],
    [0.0683, "$0.0683"],
    [0.683, "$0.683"],
    [0.9996, "$1.00"],
    [0.09996, "$0.100"],
    [0.00001, "<\u202f$0.0001"],
    [0, "$0"],
    [1234.5, "$1,234.50"],
    [-0.12, "−$0.120"],
    [null, "unknown"],
  ])("%d is %s", (amount, text) => expect(formatMoney(amount)).toBe(text));

  test.each([
    [0, "$0.00"],
    [0.04, "$0.04"],
    [0.0181, "$0.018"],
    [0.00026, "$0.0003"],
    [0.00001, "< $0.0001"],
    [0.32, "$0.32"],
  ])("a price of %d is %s", (price, text) => expect(formatPrice(price).replaceAll(/\s/g, " ")).toBe(text));

  test("an incomplete sum", () => expect(formatMoney(22.61, { isFloor: true })).toBe("≥ $22.61"));
  test("an estimate", () => expect(formatMoney(20.26, { isEstimate: true })).toBe("~$20.26"));
  test("no line breaks inside a figure below the smallest displayed amount", () => {
    const figures = [formatShareFigure(0.0001), formatMoney(0.00001, { isEstimate: true })];
    for (const figure of figures) expect(figure).not.toMatch(/[ \u2009]/);
  });
  test.each([
    [-0.254, "~$0.254 less"],
    [4.02, "~$4.02 more"],
    [0, "the same"],
    [null, "unknown"],
  ])("a change of %d is %s: no sign precedes the money", (amount, text) =>
    expect(formatMoneyChange(amount)).toBe(text),
  );
});

describe("time and requests", () => {
  test.each([
    [4.2, "4.2 s"],
    [9.96, "10 s"],
    [42.4, "42 s"],
    [59.6, "1 m"],
    [720, "12 m"],
    [11_520, "3 h 12 m"],
    [34_020, "9 h 27 m"],
    [10_800, "3 h"],
    [0, "0 s"],
  ])("%d seconds are %s", (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  test("requests count from 1", () => {
    expect(formatRequest(101)).toBe("102");
    expect(formatRequestReference(1101)).toBe("#1,102");
  });
});
