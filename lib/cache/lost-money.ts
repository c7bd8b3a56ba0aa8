import type { PriceRates, Prices } from "../models/model-info";
import { TOKENS_PER_PRICE } from "../models/price-unit";
import { ratesFor, writePrice } from "../models/price-usage";
import { cacheWritten, type Usage } from "../transcript/usage";
import { type Money, usd } from "./money";

/** Dollars per million tokens of one request, by what the cache did with them. */
export type RequestRates = { readonly read: number; readonly write: number; readonly uncached: number };

/**
 * The write rate is the mean over the times to live of this request's writes, or that of plain input if it wrote nothing. Long
 * prompts have their own rates.
 */
export function requestRates(usage: Usage, prices: Prices): RequestRates {
  const rates = ratesFor(usage, prices);
  return { read: rates.cacheRead, write: writeRate(usage, rates), uncached: rates.input };
}

function writeRate(usage: Usage, rates: PriceRates): number {
  const written = cacheWritten(usage) ?? 0;
  return written === 0 ? rates.input : writePrice(rates, (usage.cacheWrite1h ?? 0) / written);
}

/** How much more it costs to write the lost tokens again than to read them; null without prices. */
export function lostMoney(lostTokens: number, usage: Usage | null, prices: Prices | null): Money | null {
  if (usage === null || prices === null) return null;
  const { write, read } = requestRates(usage, prices);
  return usd((lostTokens * (write - read)) / TOKENS_PER_PRICE);
}
