import { cacheWritten, promptTokens, sumKnown, type Usage } from "../transcript/usage";
import type { PriceRates, Prices } from "./model-info";
import { PER_TOKEN } from "./price-unit";

/** An amount of money. Partial, and so a lower bound, if the log lacks needed counters. */
export type UsageCost = { readonly amount: number; readonly currency: "USD"; readonly isPartial: boolean };

/**
 * US dollars per million tokens of a simulated cache write. `oneHour`: the share of a client's one-hour writes; null
 * means unknown and is priced at five minutes.
 */
export const writePrice = ({ cacheWrite5m, cacheWrite1h }: PriceRates, oneHour: number | null): number =>
  cacheWrite5m + (oneHour ?? 0) * (cacheWrite1h - cacheWrite5m);

/** The cost of a call's parts in US dollars; null if the log lacks the token count. */
export type PartCosts = {
  readonly plainInput: number | null;
  readonly writes: number | null;
  readonly reads: number | null;
  readonly output: number | null;
};

/** The cost of a call, part by part. Writes not split by time to live are priced at 5 minutes. */
export const priceParts = (usage: Usage, prices: Prices): PartCosts => partsAt(ratesFor(usage, prices), usage);

const partsAt = (rates: PriceRates, usage: Usage): PartCosts => ({
  plainInput: cost(usage.uncachedInput, rates.input),
  writes: sumKnown([
    cost(usage.cacheWrite5m, rates.cacheWrite5m),
    cost(usage.cacheWriteUnsplit, rates.cacheWrite5m),
    cost(usage.cacheWrite1h, rates.cacheWrite1h),
  ]),
  reads: cost(usage.cacheRead, rates.cacheRead),
  output: cost(usage.output, rates.output),
});

/** A call's cost by `priceParts`; null if nothing was reported. */
export function priceUsage(usage: Usage, prices: Prices): UsageCost | null {
  const rates = ratesFor(usage, prices);
  const { plainInput, writes, reads, output } = partsAt(rates, usage);
  return toCost(usage, hasWritePrice(rates), [plainInput, writes, reads, output]);
}

/** The prices used by strategies, in US dollars per million tokens; `oneHour` as in `writePrice`. */
export const cachePrices = (prices: Prices, oneHour: number | null) => ({
  input: prices.input,
  cacheRead: prices.cacheRead,
  cacheWrite: writePrice(prices, oneHour),
});

/** The same call's cost without a cache: the entire prompt as plain input. */
export function costWithoutCache(usage: Usage, prices: Prices): UsageCost | null {
  const rates = ratesFor(usage, prices);
  return toCost(usage, hasWritePrice(rates), [
    cost(promptTokens(usage), rates.input),
    cost(usage.output, rates.output),
  ]);
}

/** Above a threshold of prompt tokens, other rates apply to the entire request. */
export function ratesFor(usage: Usage, prices: Prices): PriceRates {
  const { longContext } = prices;
  return longContext && (promptTokens(usage) ?? 0) > longContext.aboveTokens ? longContext : prices;
}

const cost = (tokens: number | null, rate: number): number | null =>
  tokens === null ? null : tokens * rate * PER_TOKEN;

/** False if cache writes cost the same as plain input, so the bill does not depend on how much was written. */
const hasWritePrice = ({ input, cacheWrite5m, cacheWrite1h }: PriceRates): boolean =>
  cacheWrite5m !== input || cacheWrite1h !== input;

function toCost(usage: Usage, needsWrites: boolean, costs: readonly (number | null)[]): UsageCost | null {
  const amount = sumKnown(costs);
  if (amount === null) return null;
  const { uncachedInput, cacheRead, output } = usage;
  const isComplete = uncachedInput !== null && cacheRead !== null && output !== null;
  return { amount, currency: "USD", isPartial: !isComplete || (needsWrites && cacheWritten(usage) === null) };
}
