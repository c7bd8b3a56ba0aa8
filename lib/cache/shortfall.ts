/** A smaller shortfall means that cache entries were not readable yet, not a break. */
const LEAST_TOKENS = 2000;
const LEAST_SHARE = 0.05;

/** True if reading this much less than was readable is a cache break. */
export const isShortfall = (lostTokens: number, readableTokens: number): boolean =>
  lostTokens > Math.max(LEAST_TOKENS, LEAST_SHARE * readableTokens);
