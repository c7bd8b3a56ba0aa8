/** The terms of many texts as numbers: scores add numbers up instead of looking words up. */
export type TermIndex = {
  /** Of each text its distinct terms, in their order. */
  readonly terms: readonly (readonly number[])[];
  /** Of each term the texts that have it. */
  readonly counts: readonly number[];
  readonly numberOf: ReadonlyMap<string, number>;
};

/** `texts`: the terms of each, repeats and all. Linear. */
export function indexTerms(texts: readonly (readonly string[])[]): TermIndex {
  const numberOf = new Map<string, number>();
  const counts: number[] = [];
  const lastText: number[] = [];
  const distinct = (words: readonly string[], text: number): number[] => {
    const terms: number[] = [];
    for (const word of words) {
      const term = numberOf.get(word) ?? numberOf.size;
      if (term === numberOf.size) numberOf.set(word, term);
      if (lastText[term] === text) continue;
      lastText[term] = text;
      counts[term] = (counts[term] ?? 0) + 1;
      terms.push(term);
    }
    return terms;
  };
  return { terms: texts.map(distinct), counts, numberOf };
}
