import type { ModelInfo, Prices } from "./model-info";
import { resolveModel } from "./resolve-model";

/**
 * The prices at a time (ISO 8601), for prices that have changed since or depend on the hour. Without
 * a readable time, the usual prices on the source's day.
 */
export function pricesAt(prices: Prices, time: string | null): Prices {
  if (time === null || !prices.periods || Number.isNaN(Date.parse(time))) return prices;
  const period = prices.periods.findLast(({ from, hours }) => (from ?? "") <= time && isWithin(hours, time));
  return period ? during(prices, period) : prices;
}

type Period = NonNullable<Prices["periods"]>[number];

/** Each period's prices, cached because every request needs them; facts do not change. */
const known = new WeakMap<Prices, Map<Period, Prices>>();

function during(prices: Prices, period: Period): Prices {
  const own = known.get(prices) ?? new Map<Period, Prices>();
  const then = own.get(period) ?? { ...prices, ...period };
  known.set(prices, own.set(period, then));
  return then;
}

/** Hours repeat every day; a span that ends before it starts crosses midnight. */
function isWithin(hours: readonly [string, string] | null, time: string): boolean {
  if (hours === null) return true;
  const [start, end] = hours;
  const clock = clockOf(time);
  return start < end ? clock >= start && clock < end : clock >= start || clock < end;
}

/** Hours and minutes in UTC; log times are nearly always in UTC already. */
const clockOf = (time: string): string =>
  UTC_TIME.test(time) ? time.slice(11, 16) : new Date(time).toISOString().slice(11, 16);

const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** A model's prices when a request began (ISO time; without one, the current ones); null if no prices are known. */
export const modelPricesAt = (model: string | null, time: string | undefined): Prices | null =>
  pricesThen(resolveModel(model), time);

export const pricesThen = (model: Pick<ModelInfo, "prices"> | null, time: string | undefined): Prices | null =>
  model?.prices ? pricesAt(model.prices, time ?? null) : null;
