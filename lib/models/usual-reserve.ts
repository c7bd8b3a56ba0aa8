/** The most that is kept free, as a share of the window, even if the model's longest answer is larger. */
const RESERVE_SHARE = 0.1;

/** Tokens of the window that are kept free for the answer if nobody says how many. null is unknown. */
export const usualReserve = (window: number | null, maxOutput: number | null | undefined): number =>
  Math.floor(Math.min(maxOutput ?? Number.POSITIVE_INFINITY, (window ?? 0) * RESERVE_SHARE));
