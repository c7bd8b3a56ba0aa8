/** Three measures of one result, two of which do not depend on Winnow's facts; null if not measurable. */
export type KeptFigures = {
  readonly facts: number | null;
  readonly runs: number | null;
  readonly rareWords: number | null;
};
export type KeptMeasure = keyof KeptFigures;

export const KEPT_MEASURES: readonly KeptMeasure[] = ["facts", "runs", "rareWords"];

/** Differences below half a point count as ties. */
const TIE = 0.005;

/** -1, 0 or 1 if the first keeps less than, as much as or more than the second; null if either is unmeasured. */
export function orderBy(measure: KeptMeasure, first: KeptFigures, second: KeptFigures): -1 | 0 | 1 | null {
  const [a, b] = [first[measure], second[measure]];
  if (a === null || b === null) return null;
  return Math.abs(a - b) < TIE ? 0 : a < b ? -1 : 1;
}

/** Pairs of results that both measures rank. `alike` pairs have the same order in both; by chance, half do. */
export type Agreement = { readonly alike: number; readonly pairs: number };

/** Quadratic in the number of results. `isPaired` selects the pairs to compare. */
export function agreementOf<T extends KeptFigures>(
  results: readonly T[],
  [one, other]: readonly [KeptMeasure, KeptMeasure],
  isPaired: (first: T, second: T) => boolean = () => true,
): Agreement {
  let [alike, pairs] = [0, 0];
  for (const [at, first] of results.entries())
    for (const second of results.slice(at + 1)) {
      const [byOne, byOther] = [orderBy(one, first, second), orderBy(other, first, second)];
      if (!byOne || !byOther || !isPaired(first, second)) continue;
      pairs += 1;
      if (byOne === byOther) alike += 1;
    }
  return { alike, pairs };
}
