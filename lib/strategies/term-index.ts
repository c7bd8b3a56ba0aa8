/** The terms of many texts, numbered from 0: scores add numbers up instead of looking terms up. */
export type TermIndex = {
  /** Of each text its distinct terms, in their order. */
  readonly texts: readonly (readonly number[])[];
  /** Of each term the texts that have it. */
  readonly counts: readonly number[];
  /** Number of a term. */
  readonly numberOf: ReadonlyMap<number, number>;
};

/** `texts`: the terms of each (`termsOf`), repeats and all. Linear. */
export function indexTerms(texts: readonly (readonly number[])[]): TermIndex {
  const numberOf = new Map<number, number>();
  const counts: number[] = [];
  const lastText: number[] = [];
  const distinct = (terms: readonly number[], text: number): number[] => {
    const numbers: number[] = [];
    for (const term of terms) {
      let number = numberOf.get(term);
      if (number === undefined) {
        number = counts.push(0) - 1;
        lastText.push(-1);
        numberOf.set(term, number);
      }
      if (lastText[number] === text) continue;
      lastText[number] = text;
      counts[number] = (counts[number] ?? 0) + 1;
      numbers.push(number);
    }
    return numbers;
  };
  return { texts: texts.map(distinct), counts, numberOf };
}
