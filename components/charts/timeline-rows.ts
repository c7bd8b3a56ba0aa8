/** The tops of the timeline's rows, from top to bottom, in pixels. */
export type TimelineRows = {
  plot: number;
  letters: number;
  strip: number;
  bottom: number;
  axis: number;
  clock: number | null;
  end: number;
};

const LABELS = { wide: 20, narrow: 8 };
const LETTERS = 18;
export const STRIP_HEIGHT = 26;
const AXIS = 20;
const CLOCK = 14;

/**
 * Lays out the rows. There are no letters and no strip without cache figures, and no clock row without times
 * or on a narrow screen.
 */
export function timelineRows(plotHeight: number, hasCache: boolean, isNarrow: boolean, hasClock = false): TimelineRows {
  const plot = isNarrow ? LABELS.narrow : LABELS.wide;
  const letters = plot + plotHeight + 4;
  const strip = hasCache ? letters + LETTERS : plot + plotHeight;
  const bottom = hasCache ? strip + STRIP_HEIGHT : strip;
  const clock = hasClock && !isNarrow ? bottom + 15 + CLOCK : null;
  return { plot, letters, strip, bottom, axis: bottom + 15, clock, end: bottom + AXIS + (clock === null ? 0 : CLOCK) };
}
