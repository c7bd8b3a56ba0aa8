import type { FieldSource } from "../model-info";
import type { ModelRow, ModelTable } from "./model-row";
import models from "./models.json";
import type { ModelsFile } from "./models-file";

/** A test checks the file against the schema. */
const FILE = models as unknown as ModelsFile;

/** Every provider's rows, in list order. */
export const MODEL_TABLES: readonly ModelTable[] = FILE.providers.map(
  ({ provider, lists, tokenizer, cache, sources, prefix = {}, models: rows }) => ({
    facts: { provider, lists, tokenizer, cache, sources: spelledOut(sources) },
    rows: rows.map(({ sources: own, ...row }) => ({
      ...row,
      ...(Object.keys(prefix).length > 0 && { names: { ...prefixed(prefix, row.id), ...row.names } }),
      ...(own && { sources: spelledOut(own) }),
    })),
  }),
);

function spelledOut(sources: NonNullable<ModelsFile["providers"][number]["sources"]>): FieldSource[] {
  return Object.entries(sources).flatMap(([field, source]) => {
    const found = typeof source === "string" ? FILE.sources[source] : source;
    return found ? [{ field, ...found }] : [];
  });
}

function prefixed(prefix: NonNullable<ModelRow["names"]>, id: string): NonNullable<ModelRow["names"]> {
  return Object.fromEntries(Object.entries(prefix).map(([list, before]) => [list, `${before}${id}`]));
}
