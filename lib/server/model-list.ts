import type { ModelInfo, PriceRates, Prices } from "@/lib/models/model-info";
import { MODELS } from "@/lib/models/models";

/** The model table as GET /api/models answers it; null = not published. */
export const listModels = () => MODELS.map(modelJson);
export type ModelJson = ReturnType<typeof modelJson>;

const modelJson = (model: ModelInfo) => ({
  id: model.id,
  provider: model.provider,
  title: model.title,
  aliases: model.aliases,
  window: model.window,
  extended_window: model.extendedWindow,
  max_output: model.maxOutput,
  tokenizer: model.tokenizer,
  prices: model.prices && pricesJson(model.prices),
  cache: {
    policy: model.cache.policy,
    minimum_tokens: model.cache.minimumTokens,
    default_ttl_seconds: model.cache.defaultTtlSeconds,
  },
  release_date: model.releaseDate,
  sources: model.sources.map(({ field, source, asOf }) => ({ field, source, as_of: asOf })),
});

const pricesJson = (prices: Prices) => ({
  ...ratesJson(prices),
  currency: prices.currency,
  long_context: prices.longContext && {
    above_tokens: prices.longContext.aboveTokens,
    ...ratesJson(prices.longContext),
  },
  as_of: prices.asOf,
  source: prices.source,
});

/** Per million tokens. */
const ratesJson = ({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: PriceRates) => ({
  input,
  output,
  cache_read: cacheRead,
  cache_write_5m: cacheWrite5m,
  cache_write_1h: cacheWrite1h,
});
