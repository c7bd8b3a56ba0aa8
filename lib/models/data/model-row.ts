import type { TokenizerId } from "../../tokenizers/tokenizer";
import type { CacheRules, FieldSource, ModelInfo, PriceRates } from "../model-info";

/** Dollars per million tokens: input, output, cache read, 5-minute write, 1-hour write. */
export type RateRow = readonly [input: number, output: number, read: number, write5m: number, write1h: number];

/** One model as its data file writes it; what most models of a provider share stands in `ProviderFacts`. */
export type ModelRow = {
  readonly id: string;
  readonly title: string;
  readonly aliases?: readonly string[];
  readonly window: number | null;
  readonly extendedWindow?: number;
  readonly maxOutput: number | null;
  readonly rates: RateRow | null;
  readonly longContext?: readonly [aboveTokens: number, rates: RateRow];
  readonly released: string | null;
  readonly provider?: string;
  readonly tokenizer?: TokenizerId;
  readonly cache?: Partial<CacheRules>;
  /** Where this row differs from the provider's sources. */
  readonly sources?: readonly FieldSource[];
};

export type ProviderFacts = {
  readonly provider: string;
  readonly tokenizer: TokenizerId;
  readonly cache: CacheRules;
  readonly sources: readonly FieldSource[];
};

/** Spells a data row out. The sources of a row come before the provider's and replace them field by field. */
export function toModelInfo(facts: ProviderFacts, row: ModelRow): ModelInfo {
  const sources = mergeSources(row.sources ?? [], facts.sources).filter(
    ({ field }) => field !== "prices" || row.rates !== null,
  );
  const priced = sources.find(({ field }) => field === "prices");
  return {
    id: row.id,
    provider: row.provider ?? facts.provider,
    title: row.title,
    aliases: row.aliases ?? [],
    window: row.window,
    extendedWindow: row.extendedWindow ?? null,
    maxOutput: row.maxOutput,
    tokenizer: row.tokenizer ?? facts.tokenizer,
    prices:
      row.rates && priced
        ? {
            ...toRates(row.rates),
            currency: "USD",
            longContext: row.longContext ? { aboveTokens: row.longContext[0], ...toRates(row.longContext[1]) } : null,
            asOf: priced.asOf,
            source: priced.source,
          }
        : null,
    cache: { ...facts.cache, ...row.cache },
    releaseDate: row.released,
    sources,
  };
}

const mergeSources = (own: readonly FieldSource[], shared: readonly FieldSource[]): FieldSource[] => [
  ...own,
  ...shared.filter(({ field }) => !own.some((source) => source.field === field)),
];

const toRates = ([input, output, cacheRead, cacheWrite5m, cacheWrite1h]: RateRow): PriceRates => ({
  input,
  output,
  cacheRead,
  cacheWrite5m,
  cacheWrite1h,
});
