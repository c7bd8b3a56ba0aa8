import type { FieldSource } from "../model-info";
import type { ModelsFile } from "./models-file";

type Provider = ModelsFile["providers"][number];
type Model = Provider["models"][number];

/** A model's row with its sources spelled out; the fields are explained in models-file.ts. */
export type ModelRow = Readonly<Omit<Model, "sources">> & { readonly sources?: readonly FieldSource[] };

/** What the rows of a provider share: `sources` are those of its cache rules and tokenizer. */
export type ProviderFacts = Readonly<Pick<Provider, "provider" | "lists" | "tokenizer" | "cache">> & {
  readonly sources: readonly FieldSource[];
};

export type RateRow = Readonly<NonNullable<Model["rates"]>>;
export type ModelTable = { readonly facts: ProviderFacts; readonly rows: readonly ModelRow[] };
