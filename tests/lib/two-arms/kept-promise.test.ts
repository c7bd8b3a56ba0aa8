import { describe, expect, test } from "vitest";
import { type MeasuredPromise, perHundredRequests, promiseVerdict, settingInForce } from "@/lib/two-arms/kept-promise";

const KEPT: MeasuredPromise = {
  promised: { low: -0.4, high: -0.2 },
  change: { mean: -0.3, low: -0.35, high: -0.15 },
  verdict: "cheaper",
  reached: 0,
  beyond: 0,
  after: 12,
};

describe("whether a promise was kept", () => {
  test.each([
    ["as promised", {}, "kept"],
    ["more than promised", { change: { mean: -0.6, low: -0.7, high: -0.5 } }, "kept"],
    [
      "certainly cheaper, and certainly by less than the promised minimum",
      { change: { mean: -0.1, low: -0.15, high: -0.05 } },
      "less",
    ],
    ["noise that excludes what was promised", { change: { mean: 0, low: -0.1, high: 0.1 }, verdict: "noise" }, "less"],
    [
      "noise that could hide what was promised",
      { change: { mean: -0.1, low: -0.4, high: 0.2 }, verdict: "noise" },
      "cannot-tell",
    ],
    [
      "certainly cheaper, perhaps by less than promised",
      { promised: { low: -0.4, high: -0.3 }, change: { mean: -0.15, low: -0.32, high: -0.02 } },
      "cannot-tell",
    ],
    ["dearer", { change: { mean: 0.2, low: 0.1, high: 0.3 }, verdict: "dearer" }, "dearer"],
    ["too few", { verdict: "too-few" }, "cannot-tell"],
    ["no bill", { change: null, verdict: "too-few" }, "cannot-tell"],
    ["nothing since", { after: 0, change: null }, "no-sessions"],
    ["most that reached the trigger went beyond it", { reached: 5, beyond: 3 }, "not-in-force"],
    ["few went beyond it", { reached: 5, beyond: 2 }, "kept"],
  ] as const)("%s", (_, change, verdict) => {
    expect(promiseVerdict({ ...KEPT, ...change })).toBe(verdict);
  });

  test("it is in force if prompts near the trigger reached it, and prompts far above it exceeded it", () => {
    expect(settingInForce([30_000, 95_000, 101_000, 114_000, 160_000], 100_000)).toEqual({ reached: 4, beyond: 1 });
  });

  test("a bill per 100 requests keeps its parts in proportion; without a request there is none", () => {
    const bill = { turns: 50, plainInput: 1, reads: 2, writes: 3, output: 4, others: 0, total: 10 };
    const run = { id: "a", key: "", model: null, bill };
    expect(perHundredRequests(run).bill).toMatchObject({ turns: 100, reads: 4, total: 20 });
    expect(perHundredRequests({ ...run, bill: { ...bill, turns: 0 } }).bill).toBeNull();
  });
});
