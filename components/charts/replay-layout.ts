/** Margins of the replay's charts in pixels; all charts share an x axis. */
const REPLAY_MARGIN = { left: 56, top: 10, bottom: 6 } as const;
const LABELS_WIDTH = 172;
const NARROW = 560;

export type ReplayFrame = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Whether there is room for labels at the right ends of the lines. */
  readonly hasLabels: boolean;
};

export function replayFrame(width: number, height: number): ReplayFrame {
  const hasLabels = width >= NARROW;
  const right = width - (hasLabels ? LABELS_WIDTH : 8);
  return { left: REPLAY_MARGIN.left, right, top: REPLAY_MARGIN.top, bottom: height - REPLAY_MARGIN.bottom, hasLabels };
}

/** The x of the middle of a request's column. */
export function xOfRequest({ left, right }: ReplayFrame, count: number, at: number): number {
  return left + ((at + 0.5) / Math.max(1, count)) * (right - left);
}

/** The request at an x, in pixels. */
export function requestAt({ left, right }: ReplayFrame, count: number, x: number): number {
  const at = Math.floor(((x - left) / Math.max(1, right - left)) * count);
  return Math.max(0, Math.min(count - 1, at));
}

/** Axis values from zero to at least `top`, in at most five steps of 1, 2 or 5 times a power of ten. */
export function niceTicks(top: number): number[] {
  if (!(top > 0)) return [0, 1];
  const unit = 10 ** Math.floor(Math.log10(top));
  const step = [0.2, 0.5, 1, 2, 5].map((factor) => factor * unit).find((size) => top / size <= 5) ?? unit * 5;
  const count = Math.ceil(top / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Requests labelled under the plot: the first, then round numbers with room. */
export function requestTicks(count: number, width: number): number[] {
  const most = Math.max(2, Math.floor(width / 90));
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, count)));
  const step = [0.1, 0.2, 0.5, 1, 2, 5]
    .map((factor) => factor * unit)
    .find((size) => size >= 1 && count / size <= most);
  const rest = step
    ? Array.from({ length: Math.floor(count / step) }, (_, index) => Math.round((index + 1) * step))
    : [];
  return [1, ...rest.filter((tick) => tick > 1 && (tick - 1) / count > 0.04)];
}

type Point = { readonly x: number; readonly y: number };

/** An SVG path through the points, with gaps at nulls. With `isStep`, each value holds until the next request. */
export function linePath(points: readonly (Point | null)[], isStep: boolean): string {
  let path = "";
  let last: Point | null = null;
  for (const point of points) {
    if (point !== null)
      path +=
        last === null
          ? `M${cut(point.x)} ${cut(point.y)}`
          : isStep
            ? `H${cut(point.x)}V${cut(point.y)}`
            : `L${cut(point.x)} ${cut(point.y)}`;
    last = point;
  }
  return path;
}

const cut = (value: number): number => Math.round(value * 10) / 10;

/** Moves the desired heights of labels into [top, bottom], at least `gap` apart; keeps the given order. */
export function spreadLabels(wanted: readonly number[], top: number, bottom: number, gap = 15): number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y || a.index - b.index);
  let floor = top;
  for (const entry of order) {
    entry.y = Math.max(entry.y, floor);
    floor = entry.y + gap;
  }
  let ceiling = bottom;
  for (const entry of order.reverse()) {
    entry.y = Math.min(entry.y, ceiling);
    ceiling = entry.y - gap;
  }
  const placed = new Array<number>(wanted.length);
  for (const { y, index } of order) placed[index] = y;
  return placed;
}
