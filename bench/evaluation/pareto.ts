/** A point of a trade-off, where more of both is better. */
export type Tradeoff = { readonly name: string; readonly gain: number; readonly recall: number };

/** Shares that differ by less are equal in the tables. */
const EVEN = 0.0005;

/** True if another point gains and keeps at least as much, and more of one of them. */
export const isDominated = (point: Tradeoff, all: readonly Tradeoff[]): boolean =>
  all.some(({ gain, recall }) => {
    const [more, keeps] = [gain - point.gain, recall - point.recall];
    return more >= 0 && keeps >= 0 && (more > EVEN || keeps > EVEN);
  });

/** The point of doing nothing. */
const START: Tradeoff = { name: "nothing", gain: 0, recall: 1 };

/** The points that gain something and that no other point dominates, ordered by gain. */
export const frontierOf = (all: readonly Tradeoff[]): Tradeoff[] =>
  all.filter((point) => point.gain > EVEN && !isDominated(point, [START, ...all])).sort((a, b) => a.gain - b.gain);

/** The recall of a curve at a gain, interpolated linearly between its points; null beyond the last point. */
export function recallAt(curve: readonly Tradeoff[], gain: number): number | null {
  if (gain <= 0) return 1;
  const points = [START, ...frontierOf(curve)];
  const next = points.findIndex((point) => point.gain >= gain);
  const [before, after] = [points[next - 1], points[next]];
  if (!after) return null;
  if (!before || after.gain === before.gain) return after.recall;
  return before.recall + ((after.recall - before.recall) * (gain - before.gain)) / (after.gain - before.gain);
}
