/** Maximum reserve as a share of the window, even if the model's longest answer is larger. */
const RESERVE_SHARE = 0.1;

/** Default tokens of the window reserved for the answer; null if unknown. */
export const usualReserve = (window: number | null, maxOutput: number | null | undefined): number =>
  Math.floor(Math.min(maxOutput ?? Number.POSITIVE_INFINITY, (window ?? 0) * RESERVE_SHARE));
