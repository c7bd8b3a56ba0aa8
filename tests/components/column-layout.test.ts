import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { columnOf, gridTicks, layOutColumns, positionAt, requestTicks } from "@/components/charts/column-layout";

describe("the columns of the spine", () => {
  test("have a pitch of 5 with a gap of 1 while the session fits", () => {
    const layout = layOutColumns(Array(258).fill(1), 1290, 56);
    expect(layout).toMatchObject({ pitch: 5, perColumn: 1 });
    expect(layout.columns[1]).toMatchObject({ x: 61, width: 4 });
  });

  test("are 86 bins of three on a phone", () => {
    const layout = layOutColumns(Array(258).fill(1), 344, 36);
    expect(layout.perColumn).toBe(3);
    expect(layout.columns).toHaveLength(86);
  });

  test("show the largest prompt of a bin", () => {
    const prompts = Array.from({ length: 400 }, (_, at) => (at === 7 ? 9 : 1));
    const layout = layOutColumns(prompts, 100, 0);
    expect(columnOf(layout, 7)?.shown).toBe(7);
  });

  property.prop([fc.integer({ min: 1, max: 6000 }), fc.integer({ min: 60, max: 2400 })])(
    "show every request once, inside the plot, with no more columns than pixels",
    (count, available) => {
      const layout = layOutColumns(Array(count).fill(1), available, 56);
      expect(layout.columns.length).toBeLessThanOrEqual(available);
      let next = 0;
      for (const column of layout.columns) {
        expect(column.first).toBe(next);
        next = column.last + 1;
        expect(column.width).toBeGreaterThanOrEqual(1);
      }
      expect(next).toBe(count);
      const last = layout.columns.at(-1);
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(56 + available);
      expect(positionAt(layout, (last?.x ?? 0) + 0.5)).toBe(last?.shown);
    },
  );
});

test("grid lines are at round numbers, five at most", () => {
  expect(gridTicks(200_000)).toEqual([0, 50_000, 100_000, 150_000, 200_000]);
  expect(gridTicks(1_000_000)).toEqual([0, 250_000, 500_000, 750_000, 1_000_000]);
  expect(gridTicks(128_000).length).toBeLessThanOrEqual(5);
  expect(gridTicks(200_000, 40)).toEqual([0, 100_000, 200_000]);
  expect(gridTicks(200_000, 10)).toEqual([0, 200_000]);
});

test("request labels start at 1 and do not touch", () => {
  const layout = layOutColumns(Array(258).fill(1), 1290, 56);
  expect(requestTicks(layout, 258)).toEqual([1, 50, 100, 150, 200, 250]);
});
