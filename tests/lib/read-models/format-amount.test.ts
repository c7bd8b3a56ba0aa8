import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount, formatShareAtMost, formatShareRange } from "@/lib/read-models/words/format-amount";

test("the ends of a range are bounds", () => {
  expect(formatAmount({ kind: "range", low: 1.239, high: 15.281 })).toBe("$1.23–15.29");
  expect(formatShareRange({ low: 0.0149, high: 0.1528 })).toBe("1.4–15.3\u202f%");
});

test("a share that is a maximum is rounded up, also to 100 %", () => {
  expect([0.1528, 0.0472, 0.0403, 0.04, 0.0999, 0.995, 0.9999].map(formatShareAtMost)).toEqual(
    ["15.3", "4.8", "4.1", "4.0", "10.0", "99.5", "100"].map((figure) => `≤\u202f${figure}\u202f%`),
  );
  expect(formatShareRange({ low: 0.997, high: 0.997 })).toBe("99\u202f%");
});

test("a bound holds for every share", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1, noNaN: true }), (share) => {
      const boundOf = (rounding: "down" | "up") =>
        Number.parseFloat(formatShareRange({ low: share, high: share }, rounding)) / 100;
      expect(boundOf("down")).toBeLessThanOrEqual(share + 1e-9);
      expect(boundOf("up")).toBeGreaterThanOrEqual(share - 1e-9);
    }),
  );
});
