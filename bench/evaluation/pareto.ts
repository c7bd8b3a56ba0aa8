/** A point of a trade-off: more of both is better. */
export type Tradeoff = { readonly name: string; readonly gain: number; readonly recall: number };

/** Shares that differ by less look the same in the tables. */
const EVEN = 0.0005;

/** True where another gains at least as much and keeps at least as much, and more of one. */
export const isDominated = (point: Tradeoff, all: readonly Tradeoff[]): boolean =>
  all.some(({ gain, recall }) => {
    const [more, keeps] = [gain - point.gain, recall - point.recall];
    return more >= 0 && keeps >= 0 && (more > EVEN || keeps > EVEN);
  });

/** Doing nothing. */
const START: Tradeoff = { name: "nothing", gain: 0, recall: 1 };

/** Those that gain something and that nothing else dominates, by what they gain. */
export const frontierOf = (all: readonly Tradeoff[]): Tradeoff[] =>
  all.filter((point) => point.gain > EVEN && !isDominated(point, [START, ...all])).sort((a, b) => a.gain - b.gain);

/** Recall of a curve through points at a gain, on the straight line between its neighbours; null beyond the last. */
export function recallAt(curve: readonly Tradeoff[], gain: number): number | null {
  if (gain <= 0) return 1;
  const points = [START, ...frontierOf(curve)];
  const next = points.findIndex((point) => point.gain >= gain);
  const [before, after] = [points[next - 1], points[next]];
  if (!after) return null;
  if (!before || after.gain === before.gain) return after.recall;
  return before.recall + ((after.recall - before.recall) * (gain - before.gain)) / (after.gain - before.gain);
}
