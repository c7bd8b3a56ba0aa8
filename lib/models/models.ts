import { ANTHROPIC_FACTS, ANTHROPIC_ROWS } from "./data/anthropic";
import { GOOGLE_FACTS, GOOGLE_ROWS } from "./data/google";
import { toModelInfo } from "./data/model-row";
import { OPENAI_FACTS, OPENAI_ROWS } from "./data/openai";
import { OTHER_PROVIDERS_FACTS, OTHER_PROVIDERS_ROWS } from "./data/other-providers";
import type { ModelInfo } from "./model-info";

/** Every model we have data on. Names are resolved by `resolveModel`. */
export const MODELS: readonly ModelInfo[] = [
  ...ANTHROPIC_ROWS.map((row) => toModelInfo(ANTHROPIC_FACTS, row)),
  ...OPENAI_ROWS.map((row) => toModelInfo(OPENAI_FACTS, row)),
  ...GOOGLE_ROWS.map((row) => toModelInfo(GOOGLE_FACTS, row)),
  ...OTHER_PROVIDERS_ROWS.map((row) => toModelInfo(OTHER_PROVIDERS_FACTS, row)),
];
