import type { VocabularyName } from "../tokenizers/tokenizer";

/** The bytes of `<name>.bin`; a promise of them where they come over the network. */
export type ReadVocabulary = (name: VocabularyName) => Uint8Array | Promise<Uint8Array>;

/** What the machine brings: files or the network, a clock, chance, a digest. */
export type Runtime = {
  readonly readVocabulary: ReadVocabulary;
  /** A new id. */
  readonly newId: () => string;
  readonly now: () => Date;
  /** Milliseconds on a clock that never goes back. */
  readonly elapsedMs: () => number;
  /** SHA-256 of the bytes and the texts in UTF-8, one behind the other, as 64 hexadecimal digits. */
  readonly sha256: (chunks: Iterable<string | Uint8Array>) => string;
};
