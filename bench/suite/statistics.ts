/** The median of several measurements, with their minimum and maximum. */
export type Spread = { readonly median: number; readonly least: number; readonly most: number; readonly times: number };

/** The middle value, or the mean of the two middle ones; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
  times: values.length,
});

/**
 * Our time divided by another's, round by round, so that a busy moment of the machine affects both sides of the ratio.
 * Both lists have one entry per round.
 */
export function ratiosOf(ours: readonly number[], theirs: readonly number[]): number[] {
  if (ours.length !== theirs.length) throw new RangeError("a ratio needs both times of each round");
  return ours.map((time, round) => time / (theirs[round] as number));
}

/**
 * The exponent with which a time grows with a size: the slope of a least-squares line through both logarithms. 1 is
 * linear, 2 is quadratic.
 */
export function exponentOf(sizes: readonly number[], times: readonly number[]): number {
  const [xs, ys] = [sizes.map(Math.log), times.map(Math.log)];
  const mean = (all: readonly number[]) => all.reduce((sum, value) => sum + value, 0) / all.length;
  const [x, y] = [mean(xs), mean(ys)];
  const both = xs.reduce((sum, value, at) => sum + (value - x) * ((ys[at] as number) - y), 0);
  return both / xs.reduce((sum, value) => sum + (value - x) ** 2, 0);
}
