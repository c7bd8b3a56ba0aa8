/** Caches token counts by content, for one tokenizer; injected, because storage is not pure. */
export type CountMemory = {
  get(text: string): number | null;
  set(text: string, tokens: number): void;
};

/** Increase this whenever a vocabulary counts differently than before, so that cached counts are discarded. */
export const COUNTING_VERSION = 1;

/** A counter with a cache, so that a text is tokenized only once, however often its session is analysed. */
export const rememberCounts =
  (count: (text: string) => number, memory: CountMemory): ((text: string) => number) =>
  (text) => {
    if (text === "") return 0;
    const known = memory.get(text);
    if (known !== null) return known;
    const tokens = count(text);
    memory.set(text, tokens);
    return tokens;
  };
