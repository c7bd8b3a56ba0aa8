/** The tops of the timeline's rows, from top to bottom, in pixels. */
export type TimelineRows = { plot: number; letters: number; strip: number; bottom: number; axis: number; end: number };

const LABELS = { wide: 20, narrow: 8 };
const LETTERS = 18;
export const STRIP_HEIGHT = 26;
const AXIS = 20;

/** Lays out the rows; without cache figures there are no letters and no strip. */
export function timelineRows(plotHeight: number, hasCache: boolean, isNarrow: boolean): TimelineRows {
  const plot = isNarrow ? LABELS.narrow : LABELS.wide;
  const letters = plot + plotHeight + 4;
  const strip = hasCache ? letters + LETTERS : plot + plotHeight;
  const bottom = hasCache ? strip + STRIP_HEIGHT : strip;
  return { plot, letters, strip, bottom, axis: bottom + 15, end: bottom + AXIS };
}
