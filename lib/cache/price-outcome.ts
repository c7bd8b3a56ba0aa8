import type { Prices } from "../models/model-info";
import { priceUsage } from "../models/price-usage";
import { UNKNOWN_USAGE, type Usage } from "../transcript/usage";
import { type Money, usd } from "./money";
import type { CacheOutcome } from "./policies/policy";

/** A request's cost with this outcome and its own output; null without prices. */
export function priceOutcome(outcome: CacheOutcome, output: number | null, prices: Prices | null): Money | null {
  const cost = prices === null ? null : priceUsage(usageOf(outcome, output), prices);
  return cost === null ? null : usd(cost.amount);
}

export const usageOf = (outcome: CacheOutcome, output: number | null): Usage => ({
  ...UNKNOWN_USAGE,
  uncachedInput: outcome.uncached,
  cacheRead: outcome.read,
  cacheWrite5m: outcome.written - outcome.written1h,
  cacheWrite1h: outcome.written1h,
  output,
});
