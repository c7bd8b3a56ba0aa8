/** Where the rows of the spine lie, top to bottom, in pixels. */
export type TimelineRows = { plot: number; letters: number; strip: number; bottom: number; axis: number; end: number };

const LABELS = { wide: 20, narrow: 8 };
const LETTERS = 18;
export const STRIP_HEIGHT = 26;
const AXIS = 20;

/** Without cache figures the letters and the strip fall away. */
export function timelineRows(plotHeight: number, hasCache: boolean, isNarrow: boolean): TimelineRows {
  const plot = isNarrow ? LABELS.narrow : LABELS.wide;
  const letters = plot + plotHeight + 4;
  const strip = hasCache ? letters + LETTERS : plot + plotHeight;
  const bottom = hasCache ? strip + STRIP_HEIGHT : strip;
  return { plot, letters, strip, bottom, axis: bottom + 15, end: bottom + AXIS };
}
