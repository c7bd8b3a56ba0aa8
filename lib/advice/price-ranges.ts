import { drawBlocks } from "./draws";
import type { Outcome } from "./outcome";
import { type Choice, choose } from "./weigh";

/** From this price of a lost fact on, in US dollars, until the next range begins. */
export type PriceRange = {
  readonly from: number;
  readonly verdict: Choice["verdict"];
  /** Id of the advised policy; null without advice. */
  readonly advised: string | null;
};

/** Prices of a lost fact that a reader can set, in US dollars. */
export const PRICE_STEPS: readonly number[] = [
  ...Array.from({ length: 20 }, (_, cents) => cents / 100),
  ...Array.from({ length: 17 }, (_, steps) => 0.2 + steps * 0.05),
].map((price) => Math.round(price * 100) / 100);

const DRAWS = 300;

/** In which ranges of the price the advice stays the same. */
export function priceRanges(outcomes: readonly Outcome[], log: Outcome): PriceRange[] {
  const draws = drawBlocks(log.blocks.length, DRAWS);
  const ranges: PriceRange[] = [];
  for (const from of PRICE_STEPS) {
    const { verdict, best } = choose(outcomes, log, from, draws);
    const advised = verdict === "advice" ? (best?.outcome.id ?? null) : null;
    const last = ranges.at(-1);
    if (last?.verdict !== verdict || last.advised !== advised) ranges.push({ from, verdict, advised });
  }
  return ranges;
}
