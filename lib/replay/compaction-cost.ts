import type { Prices } from "../models/model-info";
import { PER_TOKEN } from "../models/price-unit";

/** The usage that a request reported; null for figures that the log lacks. */
export type RequestFigures = {
  readonly prompt: number;
  readonly read: number | null;
  readonly written1h: number | null;
  readonly written: number | null;
  readonly uncached: number | null;
};

export type CompactionCost = {
  /**
   * US dollars: the cost of rewriting what the next request could not read from the cache, minus the cost of reading
   * it.
   */
  readonly rewrite: number;
  /** Modelled: one call that reads the old prompt from the cache and writes the summary. */
  readonly summary: number;
  /** Cost of reading files again. */
  readonly reread: number;
  /** Saving per later request while the prompt stays this much shorter. */
  readonly savedPerRequest: number;
  /** Requests until the savings cover all three; null if nothing is saved. */
  readonly requestsToPayOff: number | null;
  /** Requests with the saving: up to the next compaction, or to the end. */
  readonly requests: number;
  /** Savings minus costs; negative if the compaction cost more than it saved. */
  readonly net: number;
};

type Sizes = {
  readonly before: RequestFigures;
  readonly after: RequestFigures;
  /** Tokens of the next prompt that would be new even without the compaction. */
  readonly newTokens: number;
  readonly summaryTokens: number;
  /** Cost of reading files again. */
  readonly reread: number;
  readonly requests: number;
};

/**
 * Compares with continuing the long prompt from the cache, ignoring that it would have reached the end of the window.
 * Null if the next request reports no cache figures.
 */
export function priceCompaction(sizes: Sizes, prices: Prices): CompactionCost | null {
  const { before, after, summaryTokens, reread, requests } = sizes;
  const rewrite = rewriteCost(sizes, prices);
  if (rewrite === null) return null;
  const summary =
    summaryTokens === 0 ? 0 : (before.prompt * prices.cacheRead + summaryTokens * prices.output) * PER_TOKEN;
  const savedPerRequest = Math.max(0, before.prompt - after.prompt) * prices.cacheRead * PER_TOKEN;
  const spent = rewrite + summary + reread;
  const requestsToPayOff = savedPerRequest === 0 ? null : spent / savedPerRequest;
  return {
    rewrite,
    summary,
    reread,
    savedPerRequest,
    requestsToPayOff,
    requests,
    net: requests * savedPerRequest - spent,
  };
}

function rewriteCost({ after, newTokens }: Sizes, prices: Prices): number | null {
  const { read, written, uncached, written1h } = after;
  if (read === null || uncached === null) return null;
  const fresh = (written ?? 0) + uncached;
  if (fresh === 0) return 0;
  const long = written1h ?? 0;
  const paid = ((written ?? 0) - long) * prices.cacheWrite5m + long * prices.cacheWrite1h + uncached * prices.input;
  const ownShare = Math.max(0, fresh - newTokens) / fresh;
  return Math.max(0, paid - fresh * prices.cacheRead) * ownShare * PER_TOKEN;
}
