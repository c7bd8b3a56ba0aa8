/** Three measures of one result, two of them independent of our facts; null if not measurable. */
export type KeptFigures = {
  readonly facts: number | null;
  readonly runs: number | null;
  readonly rareWords: number | null;
};
export type KeptMeasure = keyof KeptFigures;

export const KEPT_MEASURES: readonly KeptMeasure[] = ["facts", "runs", "rareWords"];

/** Smaller differences count as ties: half a point. */
const TIE = 0.005;

/** -1, 0 or 1: whether the first keeps less, as much or more than the second; null if either is unmeasured. */
export function orderBy(measure: KeptMeasure, first: KeptFigures, second: KeptFigures): -1 | 0 | 1 | null {
  const [a, b] = [first[measure], second[measure]];
  if (a === null || b === null) return null;
  return Math.abs(a - b) < TIE ? 0 : a < b ? -1 : 1;
}

/** Pairs of results that both measures separate; `alike` pairs have the same order in both. Chance gives half. */
export type Agreement = { readonly alike: number; readonly pairs: number };

/** Quadratic in the results. `isPaired`: which pairs to compare. */
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
