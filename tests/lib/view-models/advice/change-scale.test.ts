import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { changeScale, placeOnScale } from "@/lib/view-models/advice/change-scale";

test("the axis shows every change and zero, with round ticks", () => {
  expect(changeScale([-0.5, -0.23, 0.07])).toEqual({ low: -0.6, high: 0.2, ticks: [-0.6, -0.4, -0.2, 0, 0.2] });
  expect(changeScale([-0.03])).toEqual({ low: -0.05, high: 0, ticks: [-0.05, 0] });
  expect(changeScale([])).toEqual({ low: 0, high: 0.05, ticks: [0, 0.05] });
});

test("what is five times as expensive is cut off at the end", () => {
  const scale = changeScale([-0.2, 4]);
  expect(scale.high).toBe(1);
  expect(placeOnScale(4, scale)).toBe(1);
});

test.prop([fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1 })])(
  "no change is cut off",
  (shares) => {
    const scale = changeScale(shares);
    for (const share of [...shares, 0]) {
      expect(share).toBeGreaterThanOrEqual(scale.low - 1e-9);
      expect(share).toBeLessThanOrEqual(scale.high + 1e-9);
    }
    expect(scale.ticks.length).toBeLessThanOrEqual(6);
    expect(scale.ticks).toContain(0);
  },
);
