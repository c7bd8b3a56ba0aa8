/** Below this share of the window, prompts would be a thin line at the edge of a chart. */
const FAR_SHARE = 0.1;

/** The window is more than ten times the largest prompt: a chart ends at the prompts and only states the window. */
export const isWindowFar = (window: number | null, peak: number): boolean =>
  window !== null && peak > 0 && peak < window * FAR_SHARE;
