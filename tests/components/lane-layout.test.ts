import { expect, test } from "vitest";
import { axisSteps, gutterLabels, laneAt, laneLimit, laneMiddle, layOutLanes } from "@/components/canvas/lane-layout";

test("a lane takes at least 2 px and a break 6, at every zoom", () => {
  expect(layOutLanes([false, true, false]).tops).toEqual([0, 2, 8, 10]);
  expect(layOutLanes([false, true], 4).tops).toEqual([0, 8, 16]);
});

test("finds the lane under a point, or the nearest one if the point is outside", () => {
  const layout = layOutLanes([false, true, false]);
  expect([-5, 0, 1.9, 2, 7.9, 8, 99].map((y) => laneAt(layout, y))).toEqual([0, 0, 0, 1, 1, 2, 2]);
  expect(laneAt(layOutLanes([]), 3)).toBeNull();
  for (const at of [0, 1, 2]) expect(laneAt(layout, laneMiddle(layout, at))).toBe(at);
});

test("axis ticks are round, and at most six including the origin", () => {
  expect(axisSteps(200_000)).toEqual([0, 50_000, 100_000, 150_000, 200_000]);
  for (const limit of [900, 33_000, 128_000, 1_000_000]) {
    expect(axisSteps(limit).length).toBeLessThanOrEqual(6);
    expect(axisSteps(limit).at(-1)).toBeLessThanOrEqual(limit);
  }
});

test("gutter numbers keep their distance", () => {
  const layout = layOutLanes(Array.from({ length: 2000 }, () => false));
  const labels = gutterLabels(layout);
  expect(labels[0]).toBe(24);
  for (let at = 1; at < labels.length; at += 1)
    expect(
      laneMiddle(layout, labels[at] as number) - laneMiddle(layout, labels[at - 1] as number),
    ).toBeGreaterThanOrEqual(34);
});

test("lanes end at the window, or at the largest prompt if the window is far larger or exceeded", () => {
  const lanes = [{ prompt: 20_000 }, { prompt: 30_000 }];
  expect(laneLimit(lanes, 200_000)).toBe(200_000);
  expect(laneLimit(lanes, 1_000_000)).toBe(30_000);
  expect(laneLimit(lanes, 25_000)).toBe(30_000);
  expect(laneLimit(lanes, null)).toBe(30_000);
  expect(laneLimit([], 200_000)).toBe(200_000);
});
