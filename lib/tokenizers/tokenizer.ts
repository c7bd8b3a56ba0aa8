import { type BytePairEncoder, createBytePairEncoder, type Encoding } from "./byte-pair-encoder";
import { ESTIMATE_FAMILIES } from "./estimates";
import { createEstimator } from "./estimator";
import { splitCl100k } from "./split-cl100k";
import type { PieceSplitter } from "./split-common";
import { splitO200k } from "./split-o200k";
import { parseVocabulary } from "./vocabulary";

/** How a token number is known, best first. Every number shown carries it. */
export type TokenBasis = "reported" | "exact" | "anchored" | "estimated";

export type VocabularyName = "o200k" | "cl100k";
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

const EXACT: Readonly<Record<VocabularyName, { title: string; split: PieceSplitter }>> = {
  o200k: { title: "o200k (GPT-4o and later)", split: splitO200k },
  cl100k: { title: "cl100k (GPT-4, GPT-3.5)", split: splitCl100k },
};

type LoaderCache = {
  readonly encoders: Map<VocabularyName, BytePairEncoder>;
  readonly tokenizers: Map<TokenizerId, Tokenizer>;
};
const caches = new WeakMap<VocabularyLoader, LoaderCache>();

/** The tokenizer of this id. The vocabulary is loaded at the first use and kept as long as the loader. */
export function createTokenizer(id: TokenizerId, load: VocabularyLoader): Tokenizer {
  const cache = caches.get(load) ?? { encoders: new Map(), tokenizers: new Map() };
  caches.set(load, cache);
  const tokenizer = cache.tokenizers.get(id) ?? buildTokenizer(id, (name) => encoderOf(name, load, cache));
  cache.tokenizers.set(id, tokenizer);
  return tokenizer;
}

export const isTokenizerId = (id: string): id is TokenizerId => (TOKENIZER_IDS as readonly string[]).includes(id);

function encoderOf(name: VocabularyName, load: VocabularyLoader, cache: LoaderCache): BytePairEncoder {
  const encoder = cache.encoders.get(name) ?? createBytePairEncoder(parseVocabulary(load(name)), EXACT[name].split);
  cache.encoders.set(name, encoder);
  return encoder;
}

function buildTokenizer(id: TokenizerId, encoder: (name: VocabularyName) => BytePairEncoder): Tokenizer {
  if (id === "o200k" || id === "cl100k") {
    const { title } = EXACT[id];
    return {
      id,
      title,
      basis: "exact",
      count: (text) => encoder(id).count(text),
      encode: (text) => encoder(id).encode(text),
    };
  }
  const family = ESTIMATE_FAMILIES.find((candidate) => candidate.id === id);
  if (!family) throw new Error(`no estimate for the tokenizer ${id}`);
  let estimate: ((text: string) => number) | undefined;
  return {
    id,
    title: family.title,
    basis: "estimated",
    count: (text) => {
      estimate ??= createEstimator(encoder("o200k"), family);
      return estimate(text);
    },
  };
}
