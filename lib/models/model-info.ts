import type { TokenizerId } from "../tokenizers/tokenizer";

/** US dollars per million tokens. A provider without a price of its own for a counter bills it as plain input. */
export type PriceRates = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
};

/** Other rates for the whole request when its prompt is longer than this. */
export type LongContext = PriceRates & { readonly aboveTokens: number };

/** Rates that held from a day on, or hold between two times of day (UTC, `HH:MM`); later periods win over earlier. */
export type PricePeriod = PriceRates & {
  readonly longContext: LongContext | null;
  readonly from: string | null;
  readonly hours: readonly [start: string, end: string] | null;
};

export type Prices = PriceRates & {
  readonly currency: "USD";
  readonly longContext: LongContext | null;
  /** Every price known, in order of time; the rates above are the usual ones on the day of the source. */
  readonly periods?: readonly PricePeriod[];
  readonly asOf: string;
  readonly source: string;
};

/** How the provider's prompt cache behaves. */
export type CacheRules = {
  /** The id of a policy in `lib/cache/policies`, which a test holds; `unknown` where none is known. */
  readonly policy: string;
  /** Shorter prompts are not cached; null = not published. */
  readonly minimumTokens: number | null;
  /** Life after the last use where the request does not ask for another; null = not published. */
  readonly defaultTtlSeconds: number | null;
};

/** What another source says of a field, where it is not what is used here. */
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
  /** Names that mean this model besides its id and its dated, prefixed and `-latest` forms. */
  readonly aliases: readonly string[];
  /** Context window in tokens as served by default; null = it depends on the host. */
  readonly window: number | null;
  /** The larger window that must be asked for (Claude Code: the suffix `[1m]`). */
  readonly extendedWindow: number | null;
  readonly maxOutput: number | null;
  readonly tokenizer: TokenizerId;
  readonly prices: Prices | null;
  readonly cache: CacheRules;
  readonly releaseDate: string | null;
  readonly sources: readonly FieldSource[];
  readonly disagreements?: readonly Disagreement[];
};
