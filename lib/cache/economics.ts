import type { ModelInfo, Prices } from "../models/model-info";
import { pricesThen } from "../models/price-at";
import { costWithoutCache, priceUsage } from "../models/price-usage";
import { resolveModel } from "../models/resolve-model";
import { cacheLines } from "./cache-lines";
import type { CacheRequest } from "./cache-request";
import { type Money, sumMoney, usd } from "./money";
import type { CacheOutcome } from "./policies/policy";
import { priceOutcome, usageOf } from "./price-outcome";
import { chainKey, writingChains } from "./read-expectation";

/** A request's cost as sent, as plain input, and with a perfect cache; each is null if unknown. */
export type RequestEconomics = {
  readonly reported: Money | null;
  readonly withoutCache: Money | null;
  readonly perfectCache: Money | null;
};

export type CacheEconomics = {
  /** By request position. */
  readonly requests: readonly RequestEconomics[];
  /** Sums over the requests with a reported cost, so that they can be compared; null if one of them lacks the cost. */
  readonly total: RequestEconomics;
  /**
   * True if the sums are lower bounds: an output count covers only the start of a stream, or writes are not reported.
   */
  readonly isFloor: boolean;
};

type ModelLookup = (model: string | null) => ModelInfo | null;

/**
 * The cost of a session as reported, without a cache, and with a perfect one (the provider's rule, perfect breakpoints,
 * the observed times to live). `floors`: indexes of requests whose reported output is implausibly small.
 */
export function cacheEconomics(
  requests: readonly CacheRequest[],
  floors: ReadonlySet<number> = new Set(),
  modelOf: ModelLookup = resolveModel,
  optimum: readonly (CacheOutcome | null)[] = cacheLines(requests, modelOf)[0]?.outcomes ?? [],
): CacheEconomics {
  const rows = requests.map((request, position) =>
    economicsOf(request, optimum[position] ?? null, pricesThen(modelOf(request.model), request.startedAt)),
  );
  const priced = rows.filter(({ reported }) => reported !== null);
  const total = {
    reported: sumOfAll(priced.map((row) => row.reported)),
    withoutCache: sumOfAll(priced.map((row) => row.withoutCache)),
    perfectCache: sumOfAll(priced.map((row) => row.perfectCache)),
  };
  const writers = writingChains(requests);
  const isSilent = requests.some((request) => !writers.has(chainKey(request)) && chargesWrites(request, modelOf));
  return { requests: rows, total, isFloor: isSilent || requests.some(({ index }) => floors.has(index)) };
}

const sumOfAll = (costs: readonly (Money | null)[]): Money | null => (costs.includes(null) ? null : sumMoney(costs));

/**
 * True if the model charges more for writes than for plain input. If the log reports no writes, the sum is then too
 * low.
 */
function chargesWrites({ model, usage }: CacheRequest, modelOf: ModelLookup): boolean {
  const prices = modelOf(model)?.prices ?? null;
  return prices !== null && usage !== null && prices.cacheWrite5m > prices.input;
}

function economicsOf(request: CacheRequest, optimum: CacheOutcome | null, prices: Prices | null): RequestEconomics {
  const { usage, output, leaf } = request;
  const reported = usage === null || prices === null ? null : priceUsage(usage, prices);
  const plain = usageOf({ read: 0, written: 0, written1h: 0, uncached: leaf.tokens }, output);
  const without = prices === null ? null : costWithoutCache(plain, prices);
  return {
    reported: reported && usd(reported.amount),
    withoutCache: without && usd(without.amount),
    perfectCache: optimum && priceOutcome(optimum, output, prices),
  };
}
