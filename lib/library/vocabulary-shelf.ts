import type { VocabularyLoader, VocabularyName } from "../tokenizers/tokenizer";
import type { ReadVocabulary } from "./runtime";

/**
 * Counting is synchronous but reading may not be. So a count without its vocabulary interrupts the work until it is
 * loaded.
 */
class VocabularyMissing extends Error {}

export type VocabularyShelf = {
  readonly load: VocabularyLoader;
  /** Does the work, and repeats it after loading each vocabulary that turned out to be needed. */
  readonly withVocabularies: <Value>(work: () => Value | Promise<Value>) => Promise<Value>;
};

/** Caches every vocabulary. A vocabulary that is read synchronously is never waited for. */
export function createShelf(read: ReadVocabulary): VocabularyShelf {
  const known = new Map<VocabularyName, Uint8Array>();
  const coming = new Map<VocabularyName, Promise<Uint8Array>>();
  const load = (name: VocabularyName): Uint8Array => {
    const bytes = known.get(name);
    if (bytes) return bytes;
    const found = coming.get(name) ?? read(name);
    if (found instanceof Uint8Array) {
      known.set(name, found);
      return found;
    }
    coming.set(name, found);
    throw new VocabularyMissing(`the vocabulary ${name} is not loaded yet`);
  };
  const arrive = async ([name, bytes]: readonly [VocabularyName, Promise<Uint8Array>]) => {
    try {
      known.set(name, await bytes);
    } finally {
      // The next call retries a failed fetch.
      if (coming.get(name) === bytes) coming.delete(name);
    }
  };
  return {
    load,
    withVocabularies: async (work) => {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof VocabularyMissing)) throw error;
          await Promise.all([...coming].map(arrive));
        }
      }
    },
  };
}
