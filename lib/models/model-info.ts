import type { TokenizerId } from "../tokenizers/tokenizer";

/** US dollars per million tokens. If a provider has no separate price for a counter, its plain input price applies. */
export type PriceRates = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
};

/** Rates for the entire request if its prompt is longer than this. */
type LongContext = PriceRates & { readonly aboveTokens: number };

/** Rates that apply from a day, or between two times of day (UTC, `HH:MM`); later periods take precedence. */
export type PricePeriod = PriceRates & {
  readonly longContext: LongContext | null;
  readonly from: string | null;
  readonly hours: readonly [start: string, end: string] | null;
};

export type Prices = PriceRates & {
  readonly currency: "USD";
  readonly longContext: LongContext | null;
  /** All known prices, in chronological order; the rates above are the usual ones on the source's day. */
  readonly periods?: readonly PricePeriod[];
  readonly asOf: string;
  readonly source: string;
};

/** Behaviour of the provider's prompt cache. */
export type CacheRules = {
  /** The id of a policy in `lib/cache/policies`, checked by a test; `unknown` if none is known. */
  readonly policy: string;
  /** Shorter prompts are not cached; null = not published. */
  readonly minimumTokens: number | null;
  /** Time to live after the last use, unless the request asks for another; null = not published. */
  readonly defaultTtlSeconds: number | null;
};

/** Another source's value for a field, not used here. */
export type Disagreement = {
  readonly field: string;
  readonly value: number | string;
  readonly source: string;
  readonly asOf: string;
};

export type FieldSource = { readonly field: string; readonly source: string; readonly asOf: string };

export type ModelInfo = {
  readonly id: string;
  readonly provider: string;
  readonly title: string;
  /** Names of this model besides its id and its dated, prefixed and `-latest` forms. */
  readonly aliases: readonly string[];
  /** Default context window in tokens; null = it depends on the host. */
  readonly window: number | null;
  /** A larger window that has to be requested (Claude Code: the suffix `[1m]`). */
  readonly extendedWindow: number | null;
  readonly maxOutput: number | null;
  readonly tokenizer: TokenizerId;
  readonly prices: Prices | null;
  readonly cache: CacheRules;
  readonly releaseDate: string | null;
  readonly sources: readonly FieldSource[];
  readonly disagreements?: readonly Disagreement[];
};
