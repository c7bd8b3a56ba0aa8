import type { VocabularyName } from "@/lib/tokenizers/tokenizer";

/**
 * The locations of the vocabularies. Each address is a literal, because bundlers look for literals. The package has
 * them elsewhere; scripts/package/build-entries.mjs changes the folder.
 */
export const VOCABULARY_FILES: Readonly<Record<VocabularyName, () => URL>> = {
  o200k: () => new URL("../../lib/tokenizers/vocabularies/o200k.bin", import.meta.url),
  cl100k: () => new URL("../../lib/tokenizers/vocabularies/cl100k.bin", import.meta.url),
  deepseek: () => new URL("../../lib/tokenizers/vocabularies/deepseek.bin", import.meta.url),
  qwen: () => new URL("../../lib/tokenizers/vocabularies/qwen.bin", import.meta.url),
  llama: () => new URL("../../lib/tokenizers/vocabularies/llama.bin", import.meta.url),
  mistral: () => new URL("../../lib/tokenizers/vocabularies/mistral.bin", import.meta.url),
  gemma: () => new URL("../../lib/tokenizers/vocabularies/gemma.bin", import.meta.url),
};
