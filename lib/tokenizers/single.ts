import { CLAUDE, CLAUDE_4_7, type EstimateFamily, GENERIC } from "./estimates";
import {
  CL100K,
  createEncoder,
  DEEPSEEK,
  type ExactFamily,
  GEMINI,
  LLAMA,
  MISTRAL,
  O200K,
  QWEN,
  type VocabularyName,
} from "./families";
import { estimatedTokenizer, exactTokenizer, type Tokenizer, type TokenizerId } from "./make-tokenizer";

/** A tokenizer as a self-contained object, so that a bundle contains only the tokenizers that it imports. */
export type TokenizerSource = {
  readonly id: TokenizerId;
  readonly vocabulary: VocabularyName;
  /** Makes the tokenizer from the bytes of the vocabulary. */
  readonly open: (file: Uint8Array) => Tokenizer;
};

const exact = (id: TokenizerId, family: ExactFamily, file: Uint8Array): Tokenizer => {
  const encoder = createEncoder(family, file);
  return exactTokenizer(id, family, () => encoder);
};

const estimated = (family: EstimateFamily, file: Uint8Array): Tokenizer => {
  const encoder = createEncoder(O200K, file);
  return estimatedTokenizer(family, () => encoder);
};

/** GPT-4o and later, exact. */
export const o200kTokenizer: TokenizerSource = {
  id: "o200k",
  vocabulary: "o200k",
  open: (file) => exact("o200k", O200K, file),
};

/** GPT-4 and GPT-3.5, exact. */
export const cl100kTokenizer: TokenizerSource = {
  id: "cl100k",
  vocabulary: "cl100k",
  open: (file) => exact("cl100k", CL100K, file),
};

/** Claude up to 4.6, an estimate. */
export const claudeTokenizer: TokenizerSource = {
  id: "claude",
  vocabulary: "o200k",
  open: (file) => estimated(CLAUDE, file),
};

/** Claude 4.7 and later, an estimate. */
export const claude47Tokenizer: TokenizerSource = {
  id: "claude-4.7",
  vocabulary: "o200k",
  open: (file) => estimated(CLAUDE_4_7, file),
};

/** Gemini 2 and 3, exact. */
export const geminiTokenizer: TokenizerSource = {
  id: "gemini",
  vocabulary: "gemma",
  open: (file) => exact("gemini", GEMINI, file),
};

/** DeepSeek V3 and later, exact. */
export const deepseekTokenizer: TokenizerSource = {
  id: "deepseek",
  vocabulary: "deepseek",
  open: (file) => exact("deepseek", DEEPSEEK, file),
};

/** Qwen 2.5 and 3, exact. */
export const qwenTokenizer: TokenizerSource = {
  id: "qwen",
  vocabulary: "qwen",
  open: (file) => exact("qwen", QWEN, file),
};

/** Llama 3, exact. */
export const llamaTokenizer: TokenizerSource = {
  id: "llama",
  vocabulary: "llama",
  open: (file) => exact("llama", LLAMA, file),
};

/** Mistral Nemo and later, exact. */
export const mistralTokenizer: TokenizerSource = {
  id: "mistral",
  vocabulary: "mistral",
  open: (file) => exact("mistral", MISTRAL, file),
};

/** For models with an unknown tokenizer: an estimate. */
export const genericTokenizer: TokenizerSource = {
  id: "generic",
  vocabulary: "o200k",
  open: (file) => estimated(GENERIC, file),
};
