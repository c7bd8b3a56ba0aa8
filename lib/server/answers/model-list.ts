import { Problem } from "@/lib/api/problem";
import type { Disagreement, ModelInfo, PricePeriod, PriceRates, Prices } from "@/lib/models/model-info";
import { allModels, resolveModel } from "@/lib/models/resolve-model";
import { toModelTable } from "@/lib/view-models/models/to-model-table";
import { english, type Say } from "@/lib/wording/say";

import { countModels } from "../library/counts";
import { libraryDb } from "../library/refresh-items";
import { loadOwnModels } from "../models/own-models";
import { isServersAdmin } from "../process/caller-context";

/** The model table for GET /api/models. Null: the provider does not publish the value. */
export function listModels() {
  const own = overrides(); // read first, because its rows are among the models
  return { models: allModels().map(modelJson), overrides: own };
}

/** The rows of the models page, and the state of the user's own file. */
export async function loadModelTable(say: Say = english) {
  const own = overrides();
  return { rows: toModelTable(allModels(), say, await sessionsByModel()), overrides: own };
}

/** Sessions by the id of their model, whichever of its names they use. */
async function sessionsByModel(): Promise<ReadonlyMap<string, number>> {
  const sessions = new Map<string, number>();
  for (const { name, count } of await countModels(await libraryDb())) {
    const id = resolveModel(name)?.id;
    if (id !== undefined) sessions.set(id, (sessions.get(id) ?? 0) + count);
  }
  return sessions;
}

/** The state of the server's own model file. Only admins see its path and its errors. */
function overrides() {
  const { path, rows, error } = loadOwnModels();
  const count = Object.keys(rows).length;
  return isServersAdmin()
    ? { path, count, error }
    : { path: null, count, error: error && "an admin of this server sees why" };
}

/** One model by any of its names, with the user's row for it. */
export function readModel(name: string) {
  const { rows } = loadOwnModels();
  const model = resolveModel(name);
  if (!model) throw new Problem(404, "model-unknown", `no model is known as ${name}; PATCH adds a row of your own`);
  return { ...modelJson(model), requested: name, own: rows[name] ?? rows[model.id] ?? null };
}

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
  sources: model.sources.map(sourceJson),
  disagreements: (model.disagreements ?? []).map(({ value, ...rest }) => ({ value, ...sourceJson(rest) })),
});

const sourceJson = ({ field, source, asOf }: Omit<Disagreement, "value">) => ({ field, source, as_of: asOf });

const pricesJson = (prices: Prices) => ({
  ...ratesJson(prices),
  currency: prices.currency,
  long_context: longContextJson(prices),
  periods: (prices.periods ?? []).map((period) => ({
    from: period.from,
    hours_utc: period.hours,
    ...ratesJson(period),
    long_context: longContextJson(period),
  })),
  as_of: prices.asOf,
  source: prices.source,
});

const longContextJson = ({ longContext }: Prices | PricePeriod) =>
  longContext && { above_tokens: longContext.aboveTokens, ...ratesJson(longContext) };

/** Prices per million tokens. */
const ratesJson = ({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: PriceRates) => ({
  input,
  output,
  cache_read: cacheRead,
  cache_write_5m: cacheWrite5m,
  cache_write_1h: cacheWrite1h,
});
