/** The terms of many texts, numbered from 0: scores add numbers up instead of looking terms up. */
export type TermIndex = {
  /** Of each text the numbers of its terms, in their order. */
  readonly texts: readonly (readonly number[])[];
  /** Of each number the texts that have the term. */
  readonly counts: readonly number[];
  readonly numberOf: ReadonlyMap<number, number>;
};

/** `texts`: the terms of each (`termsOf`), none twice. Linear. */
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
