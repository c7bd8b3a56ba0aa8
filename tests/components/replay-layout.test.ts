import { describe, expect, test } from "vitest";
import { cutToRoom } from "@/components/charts/label-room";
import {
  linePath,
  niceTicks,
  replayFrame,
  requestAt,
  requestTicks,
  spreadLabels,
  xOfRequest,
} from "@/components/charts/replay-layout";

describe("the replay's charts", () => {
  test.each([1, 4, 199_000, 200_000, 0.07, 22.6, 1_000_000])("ticks reach %d in at most five steps", (top) => {
    const ticks = niceTicks(top);
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(top);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.length).toBeGreaterThan(2);
  });

  test("without data there is still an axis", () => expect(niceTicks(0)).toEqual([0, 1]));

  test("a place on the axis maps to the request there, at every width", () => {
    for (const width of [374, 1408])
      for (const count of [1, 7, 258, 5_000]) {
        const frame = replayFrame(width, 200);
        for (const at of [0, Math.floor(count / 2), count - 1]) {
          const x = xOfRequest(frame, count, at);
          expect(x).toBeGreaterThanOrEqual(frame.left);
          expect(x).toBeLessThanOrEqual(frame.right);
          expect(requestAt(frame, count, x)).toBe(at);
        }
        expect(requestAt(frame, count, -50)).toBe(0);
        expect(requestAt(frame, count, width + 50)).toBe(count - 1);
      }
  });

  test("request numbers begin at 1 and stay within the session", () => {
    for (const count of [1, 5, 42, 258, 12_000]) {
      const ticks = requestTicks(count, 1_000);
      expect(ticks[0]).toBe(1);
      expect(Math.max(...ticks)).toBeLessThanOrEqual(count);
      expect(new Set(ticks).size).toBe(ticks.length);
    }
  });

  test("a step keeps its value until the next request; a gap stays a gap", () => {
    const points = [{ x: 0, y: 5 }, { x: 10, y: 3 }, null, { x: 30, y: 1 }];
    expect(linePath(points, true)).toBe("M0 5H10V3M30 1");
    expect(linePath(points, false)).toBe("M0 5L10 3M30 1");
  });

  test("labels keep their distance, stay inside the plot, and follow the order of their lines", () => {
    const placed = spreadLabels([100, 101, 20, 199], 10, 200);
    const sorted = [...placed].sort((a, b) => a - b);
    for (const [index, y] of sorted.slice(1).entries())
      expect(y - (sorted[index] as number)).toBeGreaterThanOrEqual(15);
    expect(Math.max(...placed)).toBeLessThanOrEqual(200);
    expect(placed[2]).toBe(20);
    expect(placed[0]).toBeLessThan(placed[1] as number);
  });
});

test("a label is cut if there is no room; a Chinese character counts as two letters", () => {
  expect(cutToRoom("winnow 按自身触发条件", 21)).toBe("winnow 按自身触发条件");
  expect(cutToRoom("winnow 按自身触发条件", 20)).toBe("winnow 按自身触发条…");
  expect(cutToRoom("roo-truncate at 80", 10)).toBe("roo-trunc…");
});
