/** What three measures, two of which know nothing of our facts, say of one result; null if one cannot be measured. */
export type KeptFigures = {
  readonly facts: number | null;
  readonly runs: number | null;
  readonly rareWords: number | null;
};
export type KeptMeasure = keyof KeptFigures;

export const KEPT_MEASURES: readonly KeptMeasure[] = ["facts", "runs", "rareWords"];

/** Shares that differ by less are taken as the same: half a point. */
const TIE = 0.005;

/** -1, 0 or 1: whether the first keeps less than, as much as or more than the second; null if one is not measured. */
export function orderBy(measure: KeptMeasure, first: KeptFigures, second: KeptFigures): -1 | 0 | 1 | null {
  const [a, b] = [first[measure], second[measure]];
  if (a === null || b === null) return null;
  return Math.abs(a - b) < TIE ? 0 : a < b ? -1 : 1;
}

/** Pairs of results that both measures tell apart; `alike` of them stand in the same order by both. Chance gives half. */
export type Agreement = { readonly alike: number; readonly pairs: number };

/** Quadratic in the results. `isPaired`: which of them are compared at all. */
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
