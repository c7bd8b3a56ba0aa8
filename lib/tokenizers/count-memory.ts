/** Remembers token counts by content, for one tokenizer; injected, because keeping them is not pure. */
export type CountMemory = {
  /** The remembered count of this text, or null. */
  get(text: string): number | null;
  set(text: string, tokens: number): void;
};

/** Raise it whenever the same vocabulary counts differently than before, so that remembered counts are discarded. */
export const COUNTING_VERSION = 1;

/** A counter that asks the memory first, so that a text is tokenized only once, however often its session is analysed. */
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
