/**
 * Reported usage of an API call in disjoint counters, whose sum (without reasoning, which is part of output) was
 * billed. A counter that is not in the log is null, never 0.
 */
export type Usage = {
  readonly uncachedInput: number | null;
  readonly cacheWrite5m: number | null;
  readonly cacheWrite1h: number | null;
  /** Tokens written to the cache if the log does not split them by time to live. */
  readonly cacheWriteUnsplit: number | null;
  readonly cacheRead: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
};

export const UNKNOWN_USAGE: Usage = {
  uncachedInput: null,
  cacheWrite5m: null,
  cacheWrite1h: null,
  cacheWriteUnsplit: null,
  cacheRead: null,
  output: null,
  reasoning: null,
};

/** All tokens written to the cache; null if the log has no write counter at all. */
export function cacheWritten(usage: Usage): number | null {
  return sumKnown([usage.cacheWrite5m, usage.cacheWrite1h, usage.cacheWriteUnsplit]);
}

/** The one-hour share of tokens written to the cache; null if no write has a time to live. */
export function oneHourShare(usages: Iterable<Usage | null>): number | null {
  let [short, long] = [0, 0];
  for (const usage of usages) {
    short += usage?.cacheWrite5m ?? 0;
    long += usage?.cacheWrite1h ?? 0;
  }
  return short + long === 0 ? null : long / (short + long);
}

/** The entire prompt: uncached + written + read; null if nothing was reported. */
export function promptTokens(usage: Usage): number | null {
  return sumKnown([usage.uncachedInput, cacheWritten(usage), usage.cacheRead]);
}

/** The sum of the known values; null if none is known. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  let sum: number | null = null;
  for (const value of values) if (value !== null) sum = (sum ?? 0) + value;
  return sum;
}
