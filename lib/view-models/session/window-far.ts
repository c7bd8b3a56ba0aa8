/** Below this share of the window, prompts would be a thin line at the edge of a chart. */
const FAR_SHARE = 0.1;

/**
 * Whether the window is more than ten times the largest prompt. The chart then ends at the prompts and gives the window
 * in text.
 */
export const isWindowFar = (window: number | null, peak: number): boolean =>
  window !== null && peak > 0 && peak < window * FAR_SHARE;
