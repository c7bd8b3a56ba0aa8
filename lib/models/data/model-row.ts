import type { FieldSource } from "../model-info";
import type { ModelsFile } from "./models-file";

type Provider = ModelsFile["providers"][number];
type Model = Provider["models"][number];

/** A model's row with complete sources; models-file.ts explains the fields. */
export type ModelRow = Readonly<Omit<Model, "sources">> & { readonly sources?: readonly FieldSource[] };

/** Facts shared by a provider's rows: `sources` are for its cache rules and tokenizer. */
export type ProviderFacts = Readonly<Pick<Provider, "provider" | "lists" | "tokenizer" | "cache">> & {
  readonly sources: readonly FieldSource[];
};

export type RateRow = Readonly<NonNullable<Model["rates"]>>;
export type ModelTable = { readonly facts: ProviderFacts; readonly rows: readonly ModelRow[] };
