import { cacheWritten, promptTokens, sumKnown, type Usage } from "../transcript/usage";
import type { PriceRates, Prices } from "./model-info";

/** An amount of money; partial when counters it needs are not in the log, so that it is a lower bound. */
export type UsageCost = { readonly amount: number; readonly currency: "USD"; readonly isPartial: boolean };

const PER_TOKEN = 1e-6;

/** What a call cost. Writes that the log does not split by time-to-live are priced at 5 minutes. Null: nothing reported. */
export function priceUsage(usage: Usage, prices: Prices): UsageCost | null {
  const rates = ratesFor(usage, prices);
  return toCost(usage, [
    cost(usage.uncachedInput, rates.input),
    cost(usage.cacheWrite5m, rates.cacheWrite5m),
    cost(usage.cacheWriteUnsplit, rates.cacheWrite5m),
    cost(usage.cacheWrite1h, rates.cacheWrite1h),
    cost(usage.cacheRead, rates.cacheRead),
    cost(usage.output, rates.output),
  ]);
}

/** What the same call would have cost with no cache: the whole prompt as plain input. */
export function costWithoutCache(usage: Usage, prices: Prices): UsageCost | null {
  const rates = ratesFor(usage, prices);
  return toCost(usage, [cost(promptTokens(usage), rates.input), cost(usage.output, rates.output)]);
}

/** Above a threshold other rates hold, for the whole request. */
function ratesFor(usage: Usage, prices: Prices): PriceRates {
  const { longContext } = prices;
  return longContext && (promptTokens(usage) ?? 0) > longContext.aboveTokens ? longContext : prices;
}

const cost = (tokens: number | null, rate: number): number | null =>
  tokens === null ? null : tokens * rate * PER_TOKEN;

function toCost(usage: Usage, costs: readonly (number | null)[]): UsageCost | null {
  const amount = sumKnown(costs);
  const needed = [usage.uncachedInput, usage.cacheRead, cacheWritten(usage), usage.output];
  return amount === null ? null : { amount, currency: "USD", isPartial: needed.includes(null) };
}
