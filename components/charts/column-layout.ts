/** Where the columns of the spine stand, in whole pixels; every layer takes its x from here, so they cannot disagree. */
export type Column = {
  /** Positions of the requests it stands for. */
  readonly first: number;
  readonly last: number;
  /** The one it draws: the largest prompt. */
  readonly shown: number;
  readonly x: number;
};

export type ColumnLayout = {
  readonly columns: readonly Column[];
  readonly perColumn: number;
  readonly pitch: number;
  readonly bar: number;
  readonly left: number;
  /** Width of the plot that is used. */
  readonly width: number;
};

const WIDEST_PITCH = 32;
/** Bins get columns wide enough to be told apart. */
const BIN_PITCH = 4;

/** `available` = pixels between the gutters. Bins neighbours as soon as a request would get less than two pixels. */
export function layOutColumns(prompts: readonly number[], available: number, left: number): ColumnLayout {
  const count = Math.max(1, prompts.length);
  const fits = Math.floor(available / count);
  const perColumn = fits >= 2 ? 1 : Math.ceil((count * BIN_PITCH) / Math.max(available, BIN_PITCH));
  const binned = Math.ceil(count / perColumn);
  const pitch = Math.min(WIDEST_PITCH, Math.max(1, Math.floor(available / binned)));
  const columns = Array.from({ length: Math.ceil(prompts.length / perColumn) }, (_, column) => {
    const first = column * perColumn;
    const last = Math.min(prompts.length, first + perColumn) - 1;
    return { first, last, shown: largest(prompts, first, last), x: left + column * pitch };
  });
  return { columns, perColumn, pitch, bar: pitch >= 3 ? pitch - 1 : pitch, left, width: binned * pitch };
}

function largest(prompts: readonly number[], first: number, last: number): number {
  let best = first;
  for (let at = first + 1; at <= last; at += 1) if ((prompts[at] ?? 0) > (prompts[best] ?? 0)) best = at;
  return best;
}

/** Left edge of the column that holds a request; its neighbours' edge when the request is past the end. */
export const xOf = (layout: ColumnLayout, position: number): number =>
  layout.left + Math.floor(position / layout.perColumn) * layout.pitch;

/** The request under a pixel, kept inside the plot. */
export function positionAt(layout: ColumnLayout, x: number): number | null {
  const column = layout.columns[clamp(Math.floor((x - layout.left) / layout.pitch), 0, layout.columns.length - 1)];
  return column ? column.shown : null;
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/** At most five grid lines from 0 to `top`, on round numbers. */
export function gridTicks(top: number): number[] {
  if (top <= 0) return [0];
  const rough = top / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough * 0.999) ?? rough;
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, index) => index * step);
}

/** Axis labels of requests: round counts, at least 48 px apart. Counted from 1. */
export function requestTicks(layout: ColumnLayout, count: number): number[] {
  const minimum = (48 / layout.pitch) * layout.perColumn;
  const step =
    [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000].find((size) => size >= minimum) ?? 10_000;
  const ticks = [1];
  for (let tick = step; tick <= count; tick += step) if (tick > 1 + minimum / 2) ticks.push(tick);
  return ticks;
}

/** Shifts letters right until they stand 15 px apart. */
export function spreadLetters<Item extends { x: number }>(items: readonly Item[], distance = 15): Item[] {
  let least = Number.NEGATIVE_INFINITY;
  return items.map((item) => {
    const x = Math.max(item.x, least);
    least = x + distance;
    return { ...item, x };
  });
}
