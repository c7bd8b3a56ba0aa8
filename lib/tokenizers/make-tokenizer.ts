import { base64RunEnd, isBase64 } from "./base64-run";
import type { BytePairEncoder, Encoding } from "./byte-pair-encoder";
import type { EstimateFamily } from "./estimates";
import type { ExactFamily } from "./families";
import { scriptClassOf } from "./script-class";

/** How a token count was obtained, best first. Shown with every number. */
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
/** `o200k`, `cl100k`, `claude` …; `generic` for an unknown model. */
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

/** Counts exactly. The encoder is created on first use. */
export const exactTokenizer = (id: TokenizerId, { title }: ExactFamily, encoder: () => BytePairEncoder): Tokenizer => ({
  id,
  title,
  basis: "exact",
  count: (text) => encoder().count(text),
  encode: (text) => encoder().encode(text),
});

/** Estimates from o200k counts; the encoder is created on first use. */
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

/**
 * Estimates another family's count: the tokens of every o200k piece times the factor of its script class.
 * Linear, because each base64 run is scanned only once. Rounded once at the end; a non-empty text has at
 * least one token.
 */
function createEstimator(o200k: BytePairEncoder, { factors }: EstimateFamily): (text: string) => number {
  return (text) => {
    let total = 0;
    let runEnd = 0;
    let isData = false;
    o200k.countPieces(text, (bytes, start, end, limit, tokens) => {
      if (start === 0 || start >= runEnd) {
        runEnd = base64RunEnd(bytes, start, limit);
        isData = isBase64(bytes, start, runEnd);
      }
      total += tokens * factors[isData ? "base64" : scriptClassOf(bytes, start, end)];
    });
    return text === "" ? 0 : Math.max(1, Math.round(total));
  };
}
