import type { Outcome } from "./outcome";

/** A policy as a point in the chart of cost against loss. */
export type CurvePoint = {
  readonly id: string;
  /** US dollars over all blocks, without the cost of lost facts. */
  readonly cost: number;
  /** Facts lost and needed later, per 100 requests. */
  readonly lostPer100: number;
  /** True if no other policy is better at both: cheaper and losing fewer facts. */
  readonly isOnFrontier: boolean;
};

export const costOf = ({ blocks }: Outcome): number => blocks.reduce((sum, { cost }) => sum + cost, 0);

export function lostPer100({ blocks }: Outcome): number {
  const [lost, requests] = blocks.reduce(([a, b], block) => [a + block.lost, b + block.requests], [0, 0]);
  return requests === 0 ? 0 : (lost / requests) * 100;
}

/** The policies' points, in the given order. */
export function curveOf(possible: readonly Outcome[]): CurvePoint[] {
  const points = possible.map((outcome) => ({
    id: outcome.id,
    cost: costOf(outcome),
    lostPer100: lostPer100(outcome),
  }));
  return points.map((point) => ({ ...point, isOnFrontier: !points.some((other) => dominates(other, point)) }));
}

type Place = { readonly cost: number; readonly lostPer100: number };
const dominates = (one: Place, other: Place): boolean =>
  one.cost <= other.cost &&
  one.lostPer100 <= other.lostPer100 &&
  (one.cost < other.cost || one.lostPer100 < other.lostPer100);

/**
 * The frontier's knee: the policy farthest below the line between its safest and its cheapest policy, with both axes
 * scaled to that line. Null if the frontier has fewer than three policies.
 */
export function kneeOf(points: readonly CurvePoint[]): string | null {
  const edge = points
    .filter(({ isOnFrontier }) => isOnFrontier)
    .sort((one, other) => one.lostPer100 - other.lostPer100);
  const [first, last] = [edge[0], edge.at(-1)];
  if (!first || !last || edge.length < 3) return null;
  const [width, height] = [last.lostPer100 - first.lostPer100, first.cost - last.cost];
  if (width === 0 || height === 0) return null;
  const depth = ({ cost, lostPer100 }: CurvePoint) =>
    (first.cost - cost) / height - (lostPer100 - first.lostPer100) / width;
  const knee = edge.reduce((deepest, point) => (depth(point) > depth(deepest) ? point : deepest));
  return depth(knee) > 0 ? knee.id : null;
}
