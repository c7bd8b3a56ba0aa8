import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareArms } from "@/lib/two-arms/compare-arms";
import type { ArmRun } from "@/lib/two-arms/tasks";
import { armRun, billOfSize, normals } from "@/tests/support/arm-runs";
import { draws } from "@/tests/support/samples";

/** Task sizes as in real work: a few are many times larger than most. */
const SIZES = 0.8;
/** Two runs of one task then differ by about 11 %. */
const NOISE = 0.1;

/** Each task once in each arm; B costs `factor` times as much, apart from noise. */
function pairedArms(seed: number, tasks: number, factor: number): [ArmRun[], ArmRun[]] {
  const next = normals(seed);
  const sizes = Array.from({ length: tasks }, () => Math.exp(SIZES * next()));
  const arm = (name: string, scale: number) =>
    sizes.map((size, task) =>
      armRun(`${name}${seed}-${task}`, `task ${task}`, scale * size * Math.exp(NOISE * next())),
    );
  return [arm("a", 1), arm("b", factor)];
}

/** The same seeds each time: a shorter run uses the first ones. */
const DRAWS = draws(20, 100);
const verdicts = (draw: (seed: number) => string, times = DRAWS): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (let seed = 0; seed < times; seed += 1) {
    const verdict = draw(seed * 7_919 + 13);
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return counts;
};

describe("what the verdict finds", () => {
  test("a planted difference of 15 % in 24 pairs", () => {
    const { verdict, parts, pairs } = compareArms(...pairedArms(1, 24, 0.85));
    const bill = parts.find(({ part }) => part === "total")?.change;
    expect({ verdict, pairs }).toEqual({ verdict: "cheaper", pairs: 24 });
    expect(bill?.low).toBeLessThan(-0.15);
    expect(bill?.high).toBeGreaterThan(-0.15);
  });

  test("the same in at least 90 % of draws, and never the opposite", () => {
    const counts = verdicts((seed) => compareArms(...pairedArms(seed, 24, 0.85)).verdict);
    expect(counts.cheaper).toBeGreaterThanOrEqual(0.9 * DRAWS);
    expect(counts.dearer).toBeUndefined();
  }, 60_000);

  test("noise for two halves of the same arm, in at least 95 % of draws", () => {
    const halves = (seed: number): [ArmRun[], ArmRun[]] => {
      const next = normals(seed);
      const runs = Array.from({ length: 24 }, (_, run) => armRun(`r${seed}-${run}`, "any", Math.exp(SIZES * next())));
      return [runs.slice(0, 12), runs.slice(12)];
    };
    expect(verdicts((seed) => compareArms(...halves(seed)).verdict).noise).toBeGreaterThanOrEqual(0.95 * DRAWS);
  }, 60_000);

  test("noise for the same tasks run twice by the same arm, in at least 95 % of draws", () => {
    expect(verdicts((seed) => compareArms(...pairedArms(seed, 12, 1)).verdict).noise).toBeGreaterThanOrEqual(
      0.95 * DRAWS,
    );
  }, 60_000);
});

describe("when no verdict is possible", () => {
  test("six pairs are too few, even if all agree; seven are enough", () => {
    const [a, b] = [1, 2, 3, 4, 5, 6, 7].reduce<[ArmRun[], ArmRun[]]>(
      ([one, other], task) => [
        [...one, armRun(`a${task}`, `${task}`, 10)],
        [...other, armRun(`b${task}`, `${task}`, 5 + task / 100)],
      ],
      [[], []],
    );
    expect(compareArms(a.slice(0, 6), b.slice(0, 6))).toMatchObject({ verdict: "too-few", visible: null });
    expect(compareArms(a, b).verdict).toBe("cheaper");
  });

  test("there are no pairs at all", () => {
    expect(compareArms([armRun("a", "x", 1)], [armRun("b", "y", 1)])).toMatchObject({
      verdict: "too-few",
      parts: [],
      pairs: 0,
      leftOut: [
        { id: "a", reason: "no-partner" },
        { id: "b", reason: "no-partner" },
      ],
      needed: { five: null, ten: null },
    });
  });

  test("runs that cannot be compared are left out, each with its reason", () => {
    const { leftOut, pairs } = compareArms(
      [armRun("a1", "x", 1, "m1"), armRun("a2", "x", 1, "m2"), { ...armRun("a3", "x", 1), bill: null }],
      [armRun("b1", "x", 1, "m1"), armRun("b2", null, 1)],
    );
    expect(pairs).toBe(1);
    expect(leftOut).toEqual([
      { id: "a3", reason: "no-bill" },
      { id: "b2", reason: "no-key" },
      { id: "a2", reason: "other-model" },
    ]);
    expect(compareArms([armRun("a", "x", 1, "m1")], [armRun("b", "x", 1, "m2")], true).pairs).toBe(1);
  });
});

test("a part that only B has is a difference, not a share", () => {
  const [a, b] = pairedArms(3, 12, 1);
  const withTool = b.map((run) => ({
    ...run,
    bill: run.bill && { ...run.bill, others: 0.01, total: run.bill.total + 0.01 },
  }));
  const others = compareArms(a, withTool).parts.find(({ part }) => part === "others");
  expect(others).toMatchObject({ a: 0, change: null });
  expect(others?.difference).toEqual({
    mean: expect.closeTo(0.01),
    low: expect.closeTo(0.01),
    high: expect.closeTo(0.01),
  });
});

test("repeats: two runs of one task in one arm that cost 1 and 3 differ by their entire mean", () => {
  const { repeats } = compareArms([armRun("a1", "x", 1), armRun("a2", "x", 3)], [armRun("b", "x", 2)]);
  expect(repeats).toEqual({ tasks: 1, difference: 1 });
});

test("the smaller the saving, the more pairs are needed; with them it is detected four times out of five", () => {
  const { needed, visible } = compareArms(...pairedArms(5, 24, 1));
  expect(needed.five).toBeGreaterThan(3 * (needed.ten ?? Number.NaN));
  const tried = draws(15, 30);
  const seen = verdicts((seed) => compareArms(...pairedArms(seed, needed.ten ?? 0, 0.9)).verdict, tried).cheaper;
  expect(seen).toBeGreaterThan(0.6 * tried);
  expect(visible).toBeGreaterThan(0.03);
  expect(visible).toBeLessThan(0.15);
}, 60_000);

const someArm = (name: string) =>
  fc
    .array(fc.record({ key: fc.integer({ min: 0, max: 4 }), total: fc.double({ min: 0.01, max: 50, noNaN: true }) }), {
      minLength: 1,
      maxLength: 8,
    })
    .map((runs) => runs.map(({ key, total }, run) => armRun(`${name}${run}`, `task ${key}`, total)));

test("swapped arms mirror the intervals and the verdict", () => {
  const MIRROR = { cheaper: "dearer", dearer: "cheaper", noise: "noise", "too-few": "too-few" } as const;
  fc.assert(
    fc.property(someArm("a"), someArm("b"), (a, b) => {
      const [one, other] = [compareArms(a, b), compareArms(b, a)];
      expect(other.verdict).toBe(MIRROR[one.verdict]);
      for (const [at, part] of one.parts.entries()) {
        const mirrored = other.parts[at];
        expect(mirrored?.difference.low).toBeCloseTo(-part.difference.high, 9);
        expect(mirrored?.difference.high).toBeCloseTo(-part.difference.low, 9);
        if (part.change && mirrored?.change)
          expect((1 + part.change.low) * (1 + mirrored.change.high)).toBeCloseTo(1, 9);
      }
    }),
    { numRuns: 25 },
  );
});

test("another unit changes amounts, but no share or verdict", () => {
  const scaled = (arm: readonly ArmRun[], by: number) =>
    arm.map((run) => ({ ...run, bill: run.bill && billOfSize(run.bill.total * by) }));
  fc.assert(
    fc.property(someArm("a"), someArm("b"), fc.constantFrom(0.001, 3, 1_000_000), (a, b, by) => {
      const [one, other] = [compareArms(a, b), compareArms(scaled(a, by), scaled(b, by))];
      expect(other.verdict).toBe(one.verdict);
      const [bill, scaledBill] = [one, other].map(({ parts }) => parts.find(({ part }) => part === "total"));
      if (!bill?.change || !scaledBill?.change) return;
      expect(scaledBill.change.low).toBeCloseTo(bill.change.low, 6);
      expect(scaledBill.a / by).toBeCloseTo(bill.a, 6);
    }),
    { numRuns: 25 },
  );
});
