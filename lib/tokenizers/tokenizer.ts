import type { BytePairEncoder } from "./byte-pair-encoder";
import { type CountMemory, rememberCounts } from "./count-memory";
import { ESTIMATE_FAMILIES } from "./estimates";
import { createEncoder, EXACT_FAMILIES, type ExactId, type VocabularyName } from "./families";
import { estimatedTokenizer, exactTokenizer, TOKENIZER_IDS, type Tokenizer, type TokenizerId } from "./make-tokenizer";

export type { VocabularyName } from "./families";
export { TOKENIZER_IDS, type TokenBasis, type Tokenizer, type TokenizerId } from "./make-tokenizer";

/**
 * Returns the bytes of `vocabularies/<name>.bin`; injected, because reading a file is not pure. With a `memory`, tokenizers
 * count no text twice.
 */
export type VocabularyLoader = {
  (name: VocabularyName): Uint8Array;
  readonly memory?: (id: TokenizerId) => CountMemory;
};

type LoaderCache = {
  readonly encoders: Map<ExactId, BytePairEncoder>;
  readonly tokenizers: Map<TokenizerId, Tokenizer>;
};
const caches = new WeakMap<VocabularyLoader, LoaderCache>();

/** The tokenizer with this id. Its vocabulary is loaded on first use and kept until the loader is discarded. */
export function createTokenizer(id: TokenizerId, load: VocabularyLoader): Tokenizer {
  const cache = caches.get(load) ?? { encoders: new Map(), tokenizers: new Map() };
  caches.set(load, cache);
  const known = cache.tokenizers.get(id);
  if (known) return known;
  const built = buildTokenizer(id, (exact) => encoderOf(exact, load, cache));
  const tokenizer = load.memory ? { ...built, count: rememberCounts(built.count, load.memory(id)) } : built;
  cache.tokenizers.set(id, tokenizer);
  return tokenizer;
}

export const isTokenizerId = (id: string): id is TokenizerId => (TOKENIZER_IDS as readonly string[]).includes(id);

const isExact = (id: TokenizerId): id is ExactId => Object.hasOwn(EXACT_FAMILIES, id);

/** Describes a tokenizer without loading it: everything its counts depend on, and its sources. */
export function describeTokenizer(id: TokenizerId) {
  if (isExact(id)) {
    const { title, vocabulary, asOf, source } = EXACT_FAMILIES[id];
    return { id, title, basis: "exact" as const, vocabulary, factors: null, asOf, source };
  }
  const { title, factors, asOf, source } = estimateFamily(id);
  return { id, title, basis: "estimated" as const, vocabulary: "o200k" as const, factors, asOf, source };
}

function estimateFamily(id: TokenizerId) {
  const family = ESTIMATE_FAMILIES.find((candidate) => candidate.id === id);
  if (!family) throw new Error(`no estimate for the tokenizer ${id}`);
  return family;
}

function encoderOf(id: ExactId, load: VocabularyLoader, cache: LoaderCache): BytePairEncoder {
  const encoder = cache.encoders.get(id) ?? createEncoder(EXACT_FAMILIES[id], load(EXACT_FAMILIES[id].vocabulary));
  cache.encoders.set(id, encoder);
  return encoder;
}

function buildTokenizer(id: TokenizerId, encoder: (id: ExactId) => BytePairEncoder): Tokenizer {
  if (isExact(id)) return exactTokenizer(id, EXACT_FAMILIES[id], () => encoder(id));
  return estimatedTokenizer(estimateFamily(id), () => encoder("o200k"));
}
