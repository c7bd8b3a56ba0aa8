import packageFacts from "./data/generated/package-facts.json";
import { MODEL_TABLES } from "./data/model-tables";
import type { PackageFacts } from "./data/package-facts";
import { toModelInfo } from "./data/to-model-info";
import type { ModelInfo } from "./model-info";

/** Written by scripts/build-models.mjs from these tables; a test rebuilds and compares it. */
const FACTS: Readonly<Record<string, PackageFacts>> = packageFacts;

/** Every model we have data on. Names are resolved by `resolveModel`. */
export const MODELS: readonly ModelInfo[] = MODEL_TABLES.flatMap(({ facts, rows }) =>
  rows.map((row) => toModelInfo(facts, row, FACTS[row.id])),
);
