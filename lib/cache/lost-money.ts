import type { Prices } from "../models/model-info";
import type { Usage } from "../transcript/usage";
import { type Money, usd } from "./money";

const PER_TOKENS = 1e6;

/** lost tokens × (w − r) × p (cache.md 1.3): writing them again instead of reading them; null without prices. */
export function lostMoney(lostTokens: number, usage: Usage | null, prices: Prices | null): Money | null {
  if (prices === null || prices.cacheRead === null) return null;
  return usd((lostTokens * (rewritePrice(usage, prices) - prices.cacheRead)) / PER_TOKENS);
}

/** The price of the tier that this request wrote; plain input where it wrote nothing or writes are free. */
function rewritePrice(usage: Usage | null, prices: Prices): number {
  if ((usage?.cacheWrite1h ?? 0) > 0) return prices.cacheWrite1h ?? prices.input;
  const wrote = (usage?.cacheWrite5m ?? 0) + (usage?.cacheWriteUnsplit ?? 0);
  return wrote > 0 ? (prices.cacheWrite5m ?? prices.input) : prices.input;
}
