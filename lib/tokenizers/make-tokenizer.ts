import type { BytePairEncoder, Encoding } from "./byte-pair-encoder";
import type { EstimateFamily } from "./estimates";
import { createEstimator } from "./estimator";
import type { ExactFamily } from "./families";

/** How a number of tokens is known, the best first. It is shown with every number. */
export type TokenBasis = "reported" | "exact" | "anchored" | "estimated";

export const TOKENIZER_IDS = [
  "o200k",
  "cl100k",
  "claude",
  "claude-4.7",
  "gemini",
  "deepseek",
  "qwen",
  "llama",
  "mistral",
  "generic",
] as const;
/** Names of the tokenizers. */
export type TokenizerId = (typeof TOKENIZER_IDS)[number];

/** Takes any string and never throws. Each thread needs its own. */
export type Tokenizer = {
  readonly id: TokenizerId;
  readonly title: string;
  readonly basis: "exact" | "estimated";
  /** Tokens of the text. */
  count(text: string): number;
  /** Absent for estimates, which have no tokens to show. */
  encode?(text: string): Encoding;
};

/** Counts exactly. The encoder is made at the first use. */
export const exactTokenizer = (id: TokenizerId, { title }: ExactFamily, encoder: () => BytePairEncoder): Tokenizer => ({
  id,
  title,
  basis: "exact",
  count: (text) => encoder().count(text),
  encode: (text) => encoder().encode(text),
});

/** Estimates by the counts of o200k, whose encoder is made at the first use. */
export function estimatedTokenizer(family: EstimateFamily, o200k: () => BytePairEncoder): Tokenizer {
  let estimate: ((text: string) => number) | undefined;
  return {
    id: family.id,
    title: family.title,
    basis: "estimated",
    count: (text) => {
      estimate ??= createEstimator(o200k(), family);
      return estimate(text);
    },
  };
}
