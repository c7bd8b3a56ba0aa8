import { isWindowFar } from "@/lib/view-models/session/window-far";

/**
 * Vertical positions of the lanes in pixels. `tops` has one more entry than lanes: lane i is [tops[i], tops[i + 1]).
 */
export type LaneLayout = {
  readonly tops: readonly number[];
  readonly height: number;
};

/**
 * Heights in pixels at zoom 1: a lane takes 2, without a gap; a break takes 6 (5 drawn, 1 empty), so that it stands out
 * like a notch.
 */
const LANE = 2;
const BREAK = 6;

export function layOutLanes(isBreak: readonly boolean[], zoom = 1): LaneLayout {
  const tops = [0];
  for (const broken of isBreak)
    tops.push((tops.at(-1) as number) + (broken ? Math.max(BREAK, LANE * zoom) : LANE * zoom));
  return { tops, height: tops.at(-1) as number };
}

export const laneMiddle = ({ tops }: LaneLayout, at: number): number =>
  ((tops[at] ?? 0) + (tops[at + 1] ?? tops[at] ?? 0)) / 2;

/** The lane at height `y`, or the nearest one if `y` is outside; null without lanes. */
export function laneAt({ tops }: LaneLayout, y: number): number | null {
  const count = tops.length - 1;
  if (count < 1) return null;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] as number) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Token count at the right end of the lanes: the window, or the largest prompt if that is larger or far smaller. */
export function laneLimit(lanes: readonly { readonly prompt: number }[], window: number | null): number {
  const peak = lanes.reduce((most, { prompt }) => Math.max(most, prompt), 0);
  return Math.max(isWindowFar(window, peak) ? 0 : (window ?? 0), peak, 1);
}

/** Round values for a token axis up to `limit`, at most `most` of them. */
export function axisSteps(limit: number, most = 5): number[] {
  const rough = limit / most;
  const size = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= rough) ?? rough;
  return Array.from({ length: Math.floor(limit / step + 1e-9) + 1 }, (_, index) => index * step);
}

/** Minimum pixels between labels. */
const PITCH = 34;

/** Requests labelled next to the lanes: round numbers. */
export function gutterLabels({ tops, height }: LaneLayout): number[] {
  const count = tops.length - 1;
  const rough = (count * PITCH) / Math.max(height, 1);
  const step = [5, 10, 25, 50, 100, 250, 500, 1000, 2500].find((candidate) => candidate >= rough) ?? 5000;
  return Array.from({ length: Math.floor(count / step) }, (_, index) => (index + 1) * step - 1);
}
