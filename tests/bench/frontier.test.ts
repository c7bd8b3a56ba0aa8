import { describe, expect, test } from "vitest";
import { fillBlocks } from "@/bench/evaluation/generated-blocks";
import { frontierOf, isDominated, recallAt } from "@/bench/evaluation/pareto";

const point = (name: string, gain: number, recall: number) => ({ name, gain, recall });
const ALL = [
  point("mask", 0.3, 0.9),
  point("cut", 0.5, 0.8),
  point("worse", 0.3, 0.7),
  point("idle", 0, 1),
  point("dear", -0.1, 0.99),
];

describe("frontier", () => {
  test("holds what nothing else beats in both, and nothing that gains nothing", () =>
    expect(frontierOf(ALL).map(({ name }) => name)).toEqual(["mask", "cut"]));

  test("an equal point does not beat", () => {
    expect(isDominated(point("same", 0.3, 0.9), ALL)).toBe(false);
    expect(isDominated(point("less", 0.3, 0.89), ALL)).toBe(true);
  });

  test("recall of a curve lies between its neighbours, starts at doing nothing and ends with its last point", () => {
    expect(recallAt(ALL, 0)).toBe(1);
    expect(recallAt(ALL, 0.15)).toBeCloseTo(0.95, 9);
    expect(recallAt(ALL, 0.4)).toBeCloseTo(0.85, 9);
    expect(recallAt(ALL, 0.6)).toBeNull();
  });
});

test("generated blocks of a page are replaced, the rest stays; a missing block is an error", () => {
  const page = "Hello\n<!-- begin a -->\nold\n<!-- end a -->\nbye";
  expect(fillBlocks(page, { a: "new" })).toBe("Hello\n<!-- begin a -->\n\nnew\n\n<!-- end a -->\nbye");
  expect(fillBlocks(fillBlocks(page, { a: "new" }), { a: "new" })).toBe(fillBlocks(page, { a: "new" }));
  expect(() => fillBlocks(page, { b: "" })).toThrow("no block b");
});
