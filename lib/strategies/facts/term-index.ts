/** The terms of many texts, numbered from 0, so that scores fit in arrays. */
export type TermIndex = {
  /** Term numbers of each text, in order. */
  readonly texts: readonly (readonly number[])[];
  /** How many texts have each term, by term number. */
  readonly counts: readonly number[];
  readonly numberOf: ReadonlyMap<number, number>;
};

/** `texts`: distinct terms of each text (`termsOf`). Linear in their number. */
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
