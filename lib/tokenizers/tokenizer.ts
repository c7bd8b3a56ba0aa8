import type { BytePairEncoder, Encoding } from "./byte-pair-encoder";
import { ESTIMATE_FAMILIES } from "./estimates";
import { createEstimator } from "./estimator";
import { createEncoder, EXACT_FAMILIES, type ExactId, type VocabularyName } from "./families";

export type { VocabularyName } from "./families";

/** How a token number is known, best first. Every number shown carries it. */
export type TokenBasis = "reported" | "exact" | "anchored" | "estimated";

/** Returns the bytes of `vocabularies/<name>.bin`; injected, because reading a file is not pure. */
export type VocabularyLoader = (name: VocabularyName) => Uint8Array;

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
export type TokenizerId = (typeof TOKENIZER_IDS)[number];

/** Takes any string and never throws on text. Not for sharing between threads: each makes its own. */
export type Tokenizer = {
  readonly id: TokenizerId;
  readonly title: string;
  readonly basis: "exact" | "estimated";
  count(text: string): number;
  /** Absent for estimates, which have no tokens to show. */
  encode?(text: string): Encoding;
};

type LoaderCache = {
  readonly encoders: Map<ExactId, BytePairEncoder>;
  readonly tokenizers: Map<TokenizerId, Tokenizer>;
};
const caches = new WeakMap<VocabularyLoader, LoaderCache>();

/** The tokenizer of this id. The vocabulary is loaded at the first use and kept as long as the loader. */
export function createTokenizer(id: TokenizerId, load: VocabularyLoader): Tokenizer {
  const cache = caches.get(load) ?? { encoders: new Map(), tokenizers: new Map() };
  caches.set(load, cache);
  const tokenizer = cache.tokenizers.get(id) ?? buildTokenizer(id, (exact) => encoderOf(exact, load, cache));
  cache.tokenizers.set(id, tokenizer);
  return tokenizer;
}

export const isTokenizerId = (id: string): id is TokenizerId => (TOKENIZER_IDS as readonly string[]).includes(id);

const isExact = (id: TokenizerId): id is ExactId => Object.hasOwn(EXACT_FAMILIES, id);

/** What a tokenizer is, without loading anything: title, basis, and where its facts come from. */
export function describeTokenizer(id: TokenizerId) {
  const basis: Tokenizer["basis"] = isExact(id) ? "exact" : "estimated";
  const { title, asOf, source } = isExact(id) ? EXACT_FAMILIES[id] : estimateFamily(id);
  return { id, title, basis, asOf, source };
}

function estimateFamily(id: TokenizerId) {
  const family = ESTIMATE_FAMILIES.find((candidate) => candidate.id === id);
  if (!family) throw new Error(`no estimate for the tokenizer ${id}`);
  return family;
}

function encoderOf(id: ExactId, load: VocabularyLoader, cache: LoaderCache): BytePairEncoder {
  const encoder = cache.encoders.get(id) ?? createEncoder(id, load(EXACT_FAMILIES[id].vocabulary));
  cache.encoders.set(id, encoder);
  return encoder;
}

function buildTokenizer(id: TokenizerId, encoder: (id: ExactId) => BytePairEncoder): Tokenizer {
  const { title } = describeTokenizer(id);
  if (isExact(id))
    return {
      id,
      title,
      basis: "exact",
      count: (text) => encoder(id).count(text),
      encode: (text) => encoder(id).encode(text),
    };
  let estimate: ((text: string) => number) | undefined;
  return {
    id,
    title,
    basis: "estimated",
    count: (text) => {
      estimate ??= createEstimator(encoder("o200k"), estimateFamily(id));
      return estimate(text);
    },
  };
}
