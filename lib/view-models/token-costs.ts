import type { ModelInfo } from "../models/model-info";

/** A model that a text can be priced with. Dollars per million tokens. */
export type PricedModel = {
  readonly id: string;
  readonly title: string;
  readonly provider: string;
  readonly tokenizer: string;
  readonly window: number | null;
  readonly input: number;
};

const PER_PROVIDER = 2;

/** The newest of each provider, two at most: a price list of today, not of history. */
export function toPricedModels(models: readonly ModelInfo[]): PricedModel[] {
  const providers = [...new Set(models.map(({ provider }) => provider))];
  return providers.flatMap((provider) =>
    models
      .filter((model) => model.provider === provider && model.prices !== null)
      .sort((a, b) => (b.releaseDate ?? "").localeCompare(a.releaseDate ?? ""))
      .slice(0, PER_PROVIDER)
      .map(({ id, title, tokenizer, window, prices }) => ({
        id,
        title,
        provider,
        tokenizer,
        window,
        input: prices?.input ?? 0,
      })),
  );
}

export type TokenCost = PricedModel & { readonly tokens: number; readonly isExact: boolean; readonly cost: number };

/** What the text costs as input, once, with each model's own tokenizer; the cheapest first. */
export function costsOf(
  models: readonly PricedModel[],
  counts: readonly { readonly id: string; readonly tokens: number; readonly isExact: boolean }[],
): TokenCost[] {
  return models
    .flatMap((model) => {
      const count = counts.find(({ id }) => id === model.tokenizer);
      return count
        ? [{ ...model, tokens: count.tokens, isExact: count.isExact, cost: (count.tokens * model.input) / 1e6 }]
        : [];
    })
    .sort((a, b) => a.cost - b.cost);
}
