import type { VocabularyName } from "../tokenizers/tokenizer";

/** The bytes of `<name>.bin`; a promise if they come over the network. */
export type ReadVocabulary = (name: VocabularyName) => Uint8Array | Promise<Uint8Array>;

/** Dependencies on the platform: files or network, clock, randomness, digest. */
export type Runtime = {
  readonly readVocabulary: ReadVocabulary;
  readonly newId: () => string;
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  /** SHA-256 of the concatenated bytes and UTF-8 texts as 64 hexadecimal digits. */
  readonly sha256: (chunks: Iterable<string | Uint8Array>) => string;
};
