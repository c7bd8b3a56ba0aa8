/**
 * Splits an integer in proportion to weights, into integer shares that sum to it exactly (largest remainder; ties go to
 * the earlier weight). If all weights are 0, all shares are 0. `total` and weights must not be negative.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight / sum) * total);
  const shares = exact.map(Math.floor);
  const missing = total - shares.reduce((all, share) => all + share, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .filter(({ index }) => (weights[index] as number) > 0)
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (let given = 0; given < missing; given += 1) {
    const { index } = byRemainder[given % byRemainder.length] as { index: number };
    shares[index] = (shares[index] as number) + 1;
  }
  return shares;
}
