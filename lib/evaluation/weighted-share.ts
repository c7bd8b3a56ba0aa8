/** Weight of the kept items ÷ weight of all items; 1 if empty. */
export function weightedShare<T>(
  items: readonly T[],
  weightOf: (item: T) => number,
  isKept: (item: T) => boolean,
): number {
  let [kept, all] = [0, 0];
  for (const item of items) {
    const weight = weightOf(item);
    all += weight;
    if (isKept(item)) kept += weight;
  }
  return all === 0 ? 1 : kept / all;
}

/** The harmonic mean of two shares. */
export const harmonic = (a: number, b: number): number => (a + b === 0 ? 0 : (2 * a * b) / (a + b));
