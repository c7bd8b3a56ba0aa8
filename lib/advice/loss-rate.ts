import { studentQuantile } from "../evaluation/student";
import type { Outcome } from "./outcome";

/** Lost facts per 100 requests, with the 95 % interval over the blocks. */
export type LossRate = { readonly per100: number; readonly low: number; readonly high: number };

/** If n requests lost no fact, the upper end is 3 ÷ n (the rule of three). */
const NONE_SEEN = 3;

/** The interval is that of a ratio of two sums (linearised) with Student's t, as in `changeOf`. */
export function lossRate({ blocks }: Pick<Outcome, "blocks">): LossRate {
  const [lost, requests] = blocks.reduce(([a, b], block) => [a + block.lost, b + block.requests], [0, 0]);
  if (requests === 0) return { per100: 0, low: 0, high: 0 };
  const rate = lost / requests;
  if (lost === 0) return { per100: 0, low: 0, high: (100 * NONE_SEEN) / requests };
  const count = blocks.length;
  const squares = blocks.reduce((sum, block) => sum + (block.lost - rate * block.requests) ** 2, 0);
  const error = count < 2 ? 0 : Math.sqrt((count / (count - 1)) * squares) / requests;
  const reach = error * studentQuantile(Math.max(1, count - 1));
  return { per100: 100 * rate, low: 100 * Math.max(0, rate - reach), high: 100 * (rate + reach) };
}
