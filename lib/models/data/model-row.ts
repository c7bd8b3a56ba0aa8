import type { TokenizerId } from "../../tokenizers/tokenizer";
import type { CacheRules, FieldSource } from "../model-info";

/** Dollars per million tokens: input, output, cache read, 5-minute write, 1-hour write. */
export type RateRow = readonly [input: number, output: number, read: number, write5m: number, write1h: number];

/** What a model is called elsewhere, if it is not its id. null = not there, or not the same thing. */
export type FactNames = {
  /** genai-prices: an id of the provider's own list, or `provider/id` of another's. */
  readonly prices?: string | null;
  /** models.dev: a file name, or a path from the root of the repository. */
  readonly dev?: string | null;
  /** pi-ai: an id of the provider's own list, or `provider/id` of another's. */
  readonly pi?: string | null;
};

/**
 * One model as its data file writes it: names, and what the packages do not know or have wrong. A figure written here
 * is a pin: it wins over `generated/package-facts.json`, and its source stands in `sources`. What most models of a provider share
 * stands in `ProviderFacts`.
 */
export type ModelRow = {
  readonly id: string;
  readonly title: string;
  readonly aliases?: readonly string[];
  readonly names?: FactNames;
  readonly window?: number | null;
  readonly extendedWindow?: number;
  readonly maxOutput?: number | null;
  readonly rates?: RateRow | null;
  readonly longContext?: readonly [aboveTokens: number, rates: RateRow];
  readonly released?: string | null;
  readonly tokenizer?: TokenizerId;
  readonly cache?: Partial<CacheRules>;
  /** Of the pins, and if this row differs from the provider's sources. */
  readonly sources?: readonly FieldSource[];
};

export type ProviderFacts = {
  readonly provider: string;
  /** The provider's name in other lists: genai-prices, pi-ai, and folders of models.dev, best first. */
  readonly lists: { readonly prices: string; readonly pi: string; readonly dev: readonly string[] };
  readonly tokenizer: TokenizerId;
  readonly cache: CacheRules;
  /** Of the cache rules and the tokenizer; windows, limits, prices and dates carry their own. */
  readonly sources: readonly FieldSource[];
};

export type ModelTable = { readonly facts: ProviderFacts; readonly rows: readonly ModelRow[] };
