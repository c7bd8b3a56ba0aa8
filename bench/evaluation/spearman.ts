/** Pearson's correlation of the ranks; equal values share the mean of their ranks. NaN if one side never varies. */
export function spearman(pairs: readonly (readonly [number, number])[]): number {
  const [xs, ys] = [ranksOf(pairs.map(([x]) => x)), ranksOf(pairs.map(([, y]) => y))];
  const middle = (pairs.length - 1) / 2;
  const sum = (a: readonly number[], b: readonly number[]) =>
    a.reduce((total, value, index) => total + (value - middle) * ((b[index] as number) - middle), 0);
  return sum(xs, ys) / Math.sqrt(sum(xs, xs) * sum(ys, ys));
}

function ranksOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = (value: number) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2;
  return values.map(rank);
}
