/** Smaller shortfalls are entries that were not readable yet, not breaks. */
const LEAST_TOKENS = 2000;
const LEAST_SHARE = 0.05;

/** Whether so many tokens fewer than were readable are a break of the cache. */
export const isShortfall = (lostTokens: number, readableTokens: number): boolean =>
  lostTokens > Math.max(LEAST_TOKENS, LEAST_SHARE * readableTokens);
