import { type BytePairEncoder, createBytePairEncoder, type Normaliser } from "./byte-pair-encoder";
import { createCl100kSplitter } from "./split-cl100k";
import type { PieceSplitter } from "./split-common";
import { splitDeepseek } from "./split-deepseek";
import { createGemmaSplitter } from "./split-gemma";
import { createO200kSplitter } from "./split-o200k";
import { parseVocabulary, type Vocabulary } from "./vocabulary";

export type VocabularyName = "o200k" | "cl100k" | "deepseek" | "qwen" | "llama" | "mistral" | "gemma";

/** A family with a public vocabulary: how its texts are normalised and cut into pieces. */
export type ExactFamily = {
  readonly vocabulary: VocabularyName;
  readonly title: string;
  readonly split: (vocabulary: Vocabulary) => PieceSplitter;
  readonly normalise?: Normaliser;
  readonly asOf: string;
  readonly source: string;
};

const TIKTOKEN = "github.com/openai/tiktoken, openai_public.py";
const published = (repository: string) => `tokenizer.json of huggingface.co/${repository}`;

/**
 * Dated facts: pattern and normaliser according to the source. Each is independent, so that a bundle can
 * contain a single one.
 */

export const O200K: ExactFamily = {
  vocabulary: "o200k",
  title: "o200k (GPT-4o and later)",
  split: () => createO200kSplitter({ digits: 3, contractions: true }),
  asOf: "2026-11",
  source: TIKTOKEN,
};

export const CL100K: ExactFamily = {
  vocabulary: "cl100k",
  title: "cl100k (GPT-4, GPT-3.5)",
  split: () => createCl100kSplitter({ digits: 3, joinsTrailing: true }),
  asOf: "2026-11",
  source: TIKTOKEN,
};

export const DEEPSEEK: ExactFamily = {
  vocabulary: "deepseek",
  title: "DeepSeek V3 and later",
  split: () => splitDeepseek,
  asOf: "2026-11",
  source: published("deepseek-ai/DeepSeek-V3"),
};

export const QWEN: ExactFamily = {
  vocabulary: "qwen",
  title: "Qwen 2.5 and 3",
  split: () => createCl100kSplitter({ digits: 1, joinsTrailing: false }),
  normalise: (text) => text.normalize("NFC"),
  asOf: "2026-11",
  source: published("Qwen/Qwen3-8B"),
};

export const LLAMA: ExactFamily = {
  vocabulary: "llama",
  title: "Llama 3",
  split: () => createCl100kSplitter({ digits: 3, joinsTrailing: false }),
  asOf: "2026-11",
  source: published("meta-llama/Meta-Llama-3-8B"),
};

export const MISTRAL: ExactFamily = {
  vocabulary: "mistral",
  title: "Mistral tekken (Nemo and later)",
  split: () => createO200kSplitter({ digits: 1, contractions: false }),
  asOf: "2026-11",
  source: published("mistralai/Mistral-Nemo-Base-2407"),
};

export const GEMINI: ExactFamily = {
  vocabulary: "gemma",
  title: "Gemini 2 and 3 (Gemma 3)",
  split: createGemmaSplitter,
  normalise: (text) => text.replaceAll("▁", " "), // the vocabulary's sign for a space; here, a space itself
  asOf: "2026-11",
  source: `${published("google/gemma-3-4b-it")}; Gemini uses it by google-genai's local tokenizer (_local_tokenizer_loader.py)`,
};

export const EXACT_FAMILIES = {
  o200k: O200K,
  cl100k: CL100K,
  deepseek: DEEPSEEK,
  qwen: QWEN,
  llama: LLAMA,
  mistral: MISTRAL,
  gemini: GEMINI,
} as const satisfies Record<string, ExactFamily>;

export type ExactId = keyof typeof EXACT_FAMILIES;

export function createEncoder(family: ExactFamily, file: Uint8Array): BytePairEncoder {
  const vocabulary = parseVocabulary(file);
  return createBytePairEncoder(vocabulary, family.split(vocabulary), family.normalise);
}
