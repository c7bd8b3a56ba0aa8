import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { axisLabels, clockLabels } from "@/components/charts/axis-labels";
import { columnOf, layOutColumns, positionAt, requestTicks, xOf } from "@/components/charts/column-layout";
import { moveInside, rangeText, readRange, zoomAround } from "@/components/charts/zoom";

const zoomed = fc
  .record({ count: fc.integer({ min: 2, max: 6000 }), available: fc.integer({ min: 60, max: 2400 }) })
  .chain(({ count, available }) =>
    fc
      .tuple(fc.integer({ min: 0, max: count - 1 }), fc.integer({ min: 0, max: count - 1 }))
      .map(([one, other]) => ({ count, available, range: { from: Math.min(one, other), to: Math.max(one, other) } })),
  );

describe("a zoomed timeline", () => {
  property.prop([zoomed])("has every request of the range once, at its own position, and no other", (drawn) => {
    const { count, available, range } = drawn;
    const layout = layOutColumns(Array(count).fill(1), available, 56, range);
    let next = range.from;
    for (const column of layout.columns) {
      expect(column.first).toBe(next);
      next = column.last + 1;
    }
    expect(next).toBe(range.to + 1);
    expect(columnOf(layout, range.from)?.first).toBe(range.from);
    expect(columnOf(layout, range.from - 1)).toBeUndefined();
    expect(columnOf(layout, count + layout.perColumn)).toBeUndefined();
    expect(positionAt(layout, 0)).toBe(layout.columns[0]?.shown);
    expect(xOf(layout, 0)).toBe(56);
    for (const tick of requestTicks(layout, count)) expect(tick - 1).toBeGreaterThanOrEqual(range.from);
  });

  test("2,000 requests are bins, and zooming into a bin shows its requests one by one", () => {
    const prompts = Array(2000).fill(1);
    const all = layOutColumns(prompts, 1290, 56);
    expect(all.perColumn).toBeGreaterThan(1);
    const bin = all.columns[40];
    if (!bin) throw new Error("there are hundreds of bins");
    const opened = layOutColumns(prompts, 1290, 56, { from: bin.first, to: bin.last });
    expect(opened.perColumn).toBe(1);
    expect(opened.columns.map(({ first }) => first)).toEqual(
      Array.from({ length: all.perColumn }, (_, at) => bin.first + at),
    );
  });

  test("names no selected request outside of it, groups thousands, and shows the time of its columns", () => {
    const layout = layOutColumns(Array(3000).fill(1), 1290, 56, { from: 2000, to: 2099 });
    const texts = axisLabels({ layout, count: 3000, selected: 4, idles: [] }).map(({ text }) => text);
    expect(texts).toContain("2,001");
    expect(texts).not.toContain("5");
    const clock = clockLabels(layout, [], (position) => `t${position}`);
    expect(clock[0]?.text).toBe("t2000");
    expect(clock.length).toBeGreaterThan(5);
  });
});

describe("the range of the URL", () => {
  test("is parsed and formatted alike, clipped to the log, and null if it covers everything or nothing", () => {
    expect(readRange(rangeText({ from: 83, to: 139 }), 291)).toEqual({ from: 83, to: 139 });
    expect(readRange("84-9999", 291)).toEqual({ from: 83, to: 290 });
    for (const text of [null, "", "1-291", "140-84", "300-400", "x-2"]) expect(readRange(text, 291)).toBeNull();
  });

  test("zooming in at the last request of a range keeps it", () => {
    expect(zoomAround({ from: 667, to: 678 }, 678, 0.5, 2906)?.to).toBe(678);
  });

  property.prop([zoomed, fc.nat(), fc.constantFrom(0.5, 0.8, 1.25, 2)])(
    "zooming keeps the range inside the log and the request inside the range; a wide enough range is the entire log",
    ({ count, range }, seed, factor) => {
      const at = range.from + (seed % (range.to - range.from + 1));
      const next = zoomAround(range, at, factor, count);
      if (next === null) return;
      const inside = moveInside(next, count);
      expect(inside.from).toBeGreaterThanOrEqual(0);
      expect(inside.to).toBeLessThan(count);
      expect(next.from).toBeLessThanOrEqual(at);
      expect(next.to).toBeGreaterThanOrEqual(at);
    },
  );
});
