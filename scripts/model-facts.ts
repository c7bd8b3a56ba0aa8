import type { ModelTable } from "../lib/models/data/model-row";
import type { FactPeriod, FactRates, PackageFacts } from "../lib/models/data/package-facts";

/** The parts of @pydantic/genai-prices that the script reads. */
export type PriceProvider = { readonly id: string; readonly models: readonly PricedModel[] };
type PricedModel = {
  readonly id: string;
  readonly context_window?: number;
  readonly prices: PriceKeys | readonly { readonly constraint?: Constraint; readonly prices: PriceKeys }[];
};
type Tiered = { readonly base: number; readonly tiers: readonly { readonly start: number; readonly price: number }[] };
type PriceKeys = Readonly<Record<string, number | Tiered | undefined>>;
type Constraint =
  | { readonly type: "start_date"; readonly start_date: string }
  | { readonly type: "time_of_date"; readonly start_time: string; readonly end_time: string };

/** The committed excerpt of models.dev and pi-ai, by model id. See `read-catalogs.mjs`. */
export type Catalogs = Readonly<Record<string, PackageFacts>>;

/** All facts from the packages about the models in the tables, by id. Pure: the same inputs give the same file. */
export function packageFacts(
  tables: readonly ModelTable[],
  providers: ReadonlyMap<string, PriceProvider>,
  catalogs: Catalogs,
): Record<string, PackageFacts> {
  const entries = tables.flatMap(({ facts, rows }) =>
    rows.map((row) => {
      const name = row.names?.prices === undefined ? row.id : row.names.prices;
      const priced = name === null ? undefined : findPriced(name, facts.lists.prices, providers);
      return [row.id, merge(catalogs[row.id] ?? {}, priced)] as const;
    }),
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Finds a model by its id in the provider's own list, else by `provider/id`. Ids may contain slashes themselves
 * (OpenRouter).
 */
function findPriced(
  name: string,
  list: string,
  providers: ReadonlyMap<string, PriceProvider>,
): PricedModel | undefined {
  const own = providers.get(list)?.models.find(({ id }) => id === name);
  const slash = name.indexOf("/");
  const other = () => providers.get(name.slice(0, slash))?.models.find(({ id }) => id === name.slice(slash + 1));
  return own ?? (slash > 0 ? other() : undefined);
}

function merge(catalog: PackageFacts, priced: PricedModel | undefined): PackageFacts {
  const periods = priced ? toPeriods(priced) : [];
  const window = { ...catalog.window, ...(priced?.context_window && { "genai-prices": priced.context_window }) };
  const prices = { ...catalog.prices, ...(periods.length > 0 && { "genai-prices": periods }) };
  return {
    ...(Object.keys(window).length > 0 && { window }),
    ...(catalog.maxOutput && { maxOutput: catalog.maxOutput }),
    ...(catalog.released && { released: catalog.released }),
    ...(Object.keys(prices).length > 0 && { prices }),
  };
}

function toPeriods({ prices }: PricedModel): FactPeriod[] {
  const conditional = Array.isArray(prices) ? prices : [{ prices: prices as PriceKeys }];
  return conditional.flatMap(({ constraint, prices: keys }) => {
    const rates = ratesOf(keys, (price) => (typeof price === "object" ? price.base : price));
    if (rates[0] === null || rates[1] === null) return [];
    return [{ ...spell(constraint), rates, ...tierOf(keys) }];
  });
}

const spell = (constraint: Constraint | undefined): Partial<FactPeriod> =>
  constraint === undefined
    ? {}
    : constraint.type === "start_date"
      ? { from: constraint.start_date }
      : { hours: [constraint.start_time.slice(0, 5), constraint.end_time.slice(0, 5)] };

const KEYS = ["input_mtok", "output_mtok", "cache_read_mtok", "cache_write_mtok", "cache_write_1h_mtok"] as const;

const ratesOf = (keys: PriceKeys, pick: (price: number | Tiered) => number): FactRates =>
  KEYS.map((key) => {
    const price = keys[key];
    return price === undefined ? null : pick(price);
  });

/** Prices above a number of tokens. Throws if a model has more than one such step, because the others would be lost. */
function tierOf(keys: PriceKeys): Pick<FactPeriod, "above"> {
  const steps = KEYS.flatMap((key) => {
    const price = keys[key];
    return typeof price === "object" ? price.tiers : [];
  });
  const starts = new Set(steps.map(({ start }) => start));
  if (starts.size === 0) return {};
  const [tokens = 0] = starts;
  if (starts.size > 1) throw new Error(`prices with more than one step: ${[...starts].join(", ")}`);
  const rates = ratesOf(keys, (price) => (typeof price === "object" ? (price.tiers[0]?.price ?? price.base) : price));
  return { above: { tokens, rates } };
}
