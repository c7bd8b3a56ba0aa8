/** An axis of changes: shares from `low` to `high`, with ticks between them, and the position of zero. */
export type ChangeScale = {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
};

const STEPS = [0.05, 0.1, 0.2, 0.5, 1];
const MAX_TICKS = 5;
/**
 * Larger cost increases are cut off: otherwise one session that costs five times as much would shrink all others to a
 * dot.
 */
const WIDEST = 1;

/** The narrowest axis with round ticks that shows zero and every given change; at most −100 % to +100 %. */
export function changeScale(shares: readonly number[]): ChangeScale {
  const known = shares.filter(Number.isFinite);
  const least = Math.max(-WIDEST, Math.min(0, ...known));
  const most = Math.min(WIDEST, Math.max(0, ...known));
  const step = STEPS.find((size) => Math.ceil(most / size) - Math.floor(least / size) <= MAX_TICKS) ?? 1;
  const [first, last] = [Math.floor(least / step + 1e-9), Math.ceil(most / step - 1e-9)];
  const end = first === last ? last + 1 : last;
  const ticks = Array.from({ length: end - first + 1 }, (_, index) => round((first + index) * step));
  return { low: ticks[0] ?? 0, high: ticks.at(-1) ?? step, ticks };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** A change's position on the axis: 0 at the lower end, 1 at the upper end; clamped beyond. */
export const placeOnScale = (share: number, { low, high }: ChangeScale): number =>
  Math.min(1, Math.max(0, (share - low) / (high - low)));
