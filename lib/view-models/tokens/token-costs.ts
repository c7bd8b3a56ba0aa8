import type { ModelInfo } from "../../models/model-info";
import { TOKENS_PER_PRICE } from "../../models/price-unit";

/** A model for pricing a text. Dollars per million tokens. */
export type PricedModel = {
  readonly id: string;
  readonly title: string;
  readonly provider: string;
  readonly tokenizer: string;
  readonly window: number | null;
  readonly input: number;
};

/** A selection of models current in November 2026, one or two per big provider. */
const SHOWN = [
  "claude-opus-5-5",
  "claude-sonnet-5",
  "claude-haiku-4-5",
  "gpt-6-astra",
  "gpt-6-sol",
  "gpt-5.6-luna",
  "gemini-3.1-pro",
  "gemini-3.8-flash",
  "deepseek-v4-pro",
  "qwen3.7-max",
  "glm-5.3",
  "kimi-k3",
  "grok-4.6",
  "mistral-medium-3.5",
] as const;

export function toPricedModels(models: readonly ModelInfo[]): PricedModel[] {
  return SHOWN.flatMap((wanted) => {
    const model = models.find(({ id }) => id === wanted);
    if (!model?.prices) return [];
    const { id, title, provider, tokenizer, window, prices } = model;
    return [{ id, title, provider, tokenizer, window, input: prices.input }];
  });
}

export type TokenCost = PricedModel & { readonly tokens: number; readonly isExact: boolean; readonly cost: number };

/** The text's cost as input with each model's own tokenizer, cheapest first. */
export function costsOf(
  models: readonly PricedModel[],
  counts: readonly { readonly id: string; readonly tokens: number; readonly isExact: boolean }[],
): TokenCost[] {
  return models
    .flatMap((model) => {
      const count = counts.find(({ id }) => id === model.tokenizer);
      return count
        ? [
            {
              ...model,
              tokens: count.tokens,
              isExact: count.isExact,
              cost: (count.tokens * model.input) / TOKENS_PER_PRICE,
            },
          ]
        : [];
    })
    .sort((a, b) => a.cost - b.cost);
}
