import type { PriceRates, Prices } from "../models/model-info";
import { TOKENS_PER_PRICE } from "../models/price-unit";
import { cacheWritten, promptTokens, type Usage } from "../transcript/usage";
import { type Money, usd } from "./money";

/** Dollars per million tokens of one request, by what the cache did with them. */
export type RequestRates = { readonly read: number; readonly write: number; readonly uncached: number };

/**
 * The write rate is that of the time to live that this request used, or of plain input if it wrote nothing. Long
 * prompts have their own rates.
 */
export function requestRates(usage: Usage, prices: Prices): RequestRates {
  const { longContext } = prices;
  const isLong = longContext !== null && (promptTokens(usage) ?? 0) > longContext.aboveTokens;
  const rates = isLong ? longContext : prices;
  return { read: rates.cacheRead, write: writeRate(usage, rates), uncached: rates.input };
}

function writeRate(usage: Usage, rates: PriceRates): number {
  if ((usage.cacheWrite1h ?? 0) > 0) return rates.cacheWrite1h;
  return (cacheWritten(usage) ?? 0) > 0 ? rates.cacheWrite5m : rates.input;
}

/** How much more it costs to write the lost tokens again than to read them; null without prices. */
export function lostMoney(lostTokens: number, usage: Usage | null, prices: Prices | null): Money | null {
  if (usage === null || prices === null) return null;
  const { write, read } = requestRates(usage, prices);
  return usd((lostTokens * (write - read)) / TOKENS_PER_PRICE);
}
