import type { FieldSource } from "../model-info";

/** The source of a figure. Rows of `generated/package-facts.json` use these keys. */
export type FactSourceId = "models.dev" | "pi-ai" | "pi-ai-2025" | "genai-prices";

export const FACT_SOURCES: Readonly<Record<FactSourceId, Omit<FieldSource, "field">>> = {
  "models.dev": { source: "models.dev (MIT), anomalyco/models.dev at f3fc692", asOf: "2026-07-01" },
  "pi-ai": { source: "@earendil-works/pi-ai 1.5.2", asOf: "2026-11-21" },
  "pi-ai-2025": { source: "@mariozechner/pi-ai 0.73.1", asOf: "2026-11-21" },
  "genai-prices": { source: "@pydantic/genai-prices 0.1.8", asOf: "2026-09-23" },
};

/**
 * The order of precedence of the sources, unless a row states another. The lab's own dated record comes before a
 * reseller's.
 */
export const BELIEVED = {
  window: ["models.dev", "pi-ai", "genai-prices", "pi-ai-2025"],
  maxOutput: ["models.dev", "pi-ai", "pi-ai-2025", "genai-prices"],
  released: ["models.dev", "pi-ai", "pi-ai-2025", "genai-prices"],
  prices: ["genai-prices", "pi-ai", "models.dev", "pi-ai-2025"],
} as const satisfies Readonly<Record<string, readonly FactSourceId[]>>;

/** Dollars per million tokens: input, output, cache read, 5-minute write, 1-hour write; null = no separate price. */
export type FactRates = readonly (number | null)[];
export type FactPeriod = {
  /** First day of the price (UTC); absent = from the beginning. */
  readonly from?: string;
  /** Valid only between these times of day, UTC. */
  readonly hours?: readonly string[];
  readonly rates: FactRates;
  readonly above?: { readonly tokens: number; readonly rates: FactRates };
};

/** The packages' facts about a model, unreconciled. */
export type PackageFacts = {
  readonly window?: Readonly<Partial<Record<FactSourceId, number>>>;
  readonly maxOutput?: Readonly<Partial<Record<FactSourceId, number>>>;
  readonly released?: Readonly<Partial<Record<FactSourceId, string>>>;
  readonly prices?: Readonly<Partial<Record<FactSourceId, readonly FactPeriod[]>>>;
};
