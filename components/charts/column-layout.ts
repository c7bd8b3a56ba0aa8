/** A timeline column, in whole pixels. All layers take their x from here, so that they always agree. */
export type Column = {
  /** Positions of the first and last request the column represents. */
  readonly first: number;
  readonly last: number;
  /** Position of the request the column draws: the one with the largest prompt. */
  readonly shown: number;
  readonly x: number;
  /** Width of the bar, without the gap after it. */
  readonly width: number;
};

/** Requests by position, both ends inclusive. */
export type RequestRange = { readonly from: number; readonly to: number };

export type ColumnLayout = {
  readonly columns: readonly Column[];
  /** The requests with columns: all, or those in the zoom. */
  readonly range: RequestRange;
  readonly perColumn: number;
  readonly left: number;
  /** Pixels between the left and right gutters; the columns may need less. */
  readonly available: number;
  /** Average pixels from one column to the next. */
  readonly pitch: number;
};

const WIDEST_PITCH = { all: 32, zoomed: 64 };
/**
 * Pitches of at least this size are rounded down to whole pixels; rounding narrower ones would leave much of the plot
 * empty.
 */
const WHOLE_PITCH = 5;
/** Pitch in pixels of columns with several requests, wide enough to distinguish them. */
const BIN_PITCH = 4;
/** Minimum pitch with a pixel for a gap. */
const GAP_PITCH = 3;

/**
 * Places the columns. `available`: pixels between the gutters. Requests that would get less than two pixels share
 * columns. `zoom`: only these requests get columns; all keep their positions.
 */
export function layOutColumns(
  prompts: readonly number[],
  available: number,
  left: number,
  zoom: RequestRange | null = null,
): ColumnLayout {
  const range = zoom ?? { from: 0, to: prompts.length - 1 };
  const held = range.to - range.from + 1;
  const count = Math.max(1, held);
  const perColumn = available / count >= 2 ? 1 : Math.ceil((count * BIN_PITCH) / Math.max(available, BIN_PITCH));
  const binned = Math.ceil(count / perColumn);
  const fit = Math.max(1, available / binned);
  const pitch = Math.min(zoom ? WIDEST_PITCH.zoomed : WIDEST_PITCH.all, fit >= WHOLE_PITCH ? Math.floor(fit) : fit);
  const edge = (column: number) => left + Math.round(column * pitch);
  const gap = pitch >= GAP_PITCH ? 1 : 0;
  const columns = Array.from({ length: Math.ceil(held / perColumn) }, (_, column) => {
    const first = range.from + column * perColumn;
    const last = Math.min(range.to, first + perColumn - 1);
    const x = edge(column);
    return { first, last, shown: largest(prompts, first, last), x, width: edge(column + 1) - x - gap };
  });
  return { columns, range, perColumn, left, available, pitch };
}

function largest(prompts: readonly number[], first: number, last: number): number {
  let best = first;
  for (let at = first + 1; at <= last; at += 1) if ((prompts[at] ?? 0) > (prompts[best] ?? 0)) best = at;
  return best;
}

/** The column of a request; undefined outside the zoom. */
export const columnOf = (layout: ColumnLayout, position: number): Column | undefined =>
  layout.columns[Math.floor((position - layout.range.from) / layout.perColumn)];

/** Left edge of a request's column; the left end for requests before the first column, the right end after the last. */
export function xOf(layout: ColumnLayout, position: number): number {
  if (position < layout.range.from) return layout.left;
  const last = layout.columns.at(-1);
  return columnOf(layout, position)?.x ?? (last ? last.x + last.width : layout.left);
}

export function middleOf(layout: ColumnLayout, position: number): number {
  const column = columnOf(layout, position);
  return column ? column.x + column.width / 2 : xOf(layout, position);
}

/** Position of the request at a pixel; the nearest one outside the plot. */
export function positionAt(layout: ColumnLayout, x: number): number | null {
  const column = layout.columns[clamp(Math.floor((x - layout.left) / layout.pitch), 0, layout.columns.length - 1)];
  return column ? column.shown : null;
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/** Pixels per grid label, with room to the next. */
const ROW_OF_LABELS = 18;

/** At most five grid lines from 0 to `top`, at round numbers. */
export function gridTicks(top: number, height = 132): number[] {
  if (top <= 0) return [0];
  const rough = top / Math.max(1, Math.min(4, Math.floor(height / ROW_OF_LABELS)));
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough * 0.999) ?? rough;
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, index) => index * step);
}

/** Request numbers for the axis, counted from 1, within the zoom: round ones that do not crowd each other. */
export function requestTicks(layout: ColumnLayout, count: number): number[] {
  const minimum = ((layout.available < 640 ? 60 : 110) / layout.pitch) * layout.perColumn;
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((size) => size >= minimum) ?? 10_000;
  const first = layout.range.from + 1;
  const last = Math.min(count, layout.range.to + 1);
  const ticks = [first];
  for (let tick = Math.ceil(first / step) * step; tick <= last; tick += step)
    if (tick > first + minimum / 2) ticks.push(tick);
  return ticks;
}
