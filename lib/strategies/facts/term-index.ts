/** The terms of many texts, numbered from 0, so that scores can be kept in arrays by number. */
export type TermIndex = {
  /** For each text the numbers of its terms, in order. */
  readonly texts: readonly (readonly number[])[];
  /** By number: how many texts have the term. */
  readonly counts: readonly number[];
  /** From a term to its number. */
  readonly numberOf: ReadonlyMap<number, number>;
};

/** `texts`: for each text its terms (`termsOf`), each once. Time is linear in their number. */
export function indexTerms(texts: readonly (readonly number[])[]): TermIndex {
  const numberOf = new Map<number, number>();
  const counts: number[] = [];
  const numberIn = (term: number): number => {
    const known = numberOf.get(term);
    if (known === undefined) {
      numberOf.set(term, counts.length);
      return counts.push(1) - 1;
    }
    counts[known] = (counts[known] as number) + 1;
    return known;
  };
  return { texts: texts.map((terms) => terms.map(numberIn)), counts, numberOf };
}
