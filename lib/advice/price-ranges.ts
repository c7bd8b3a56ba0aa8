import { fieldAt } from "./field";
import type { Outcome } from "./outcome";
import { exactly, type Terms } from "./terms";
import { type Choice, choose } from "./weigh";

/** Starts at this price of a lost fact, in US dollars, and ends where the next range begins. */
export type PriceRange = {
  readonly from: number;
  readonly verdict: Choice["verdict"];
  /** Id of the advised policy; null without an advice. */
  readonly advised: string | null;
};

/** Selectable prices of a lost fact in US dollars. */
export const PRICE_STEPS: readonly number[] = [
  ...Array.from({ length: 20 }, (_, cents) => cents / 100),
  ...Array.from({ length: 17 }, (_, steps) => 0.2 + steps * 0.05),
].map((price) => Math.round(price * 100) / 100);

/** The steps including one more price. */
export const priceSteps = (price: number): number[] =>
  [...new Set([...PRICE_STEPS, price])].sort((one, other) => one - other);

/** The price ranges in which the advice stays the same, under terms whose own price is one of the examined ones. */
export function priceRanges(outcomes: readonly Outcome[], log: Outcome, terms: Terms): PriceRange[] {
  const ranges: PriceRange[] = [];
  for (const from of priceSteps(terms.price.amount)) {
    const { verdict, best } = chosenAt(from, outcomes, log, terms);
    const advised = verdict === "advice" ? (best?.outcome.id ?? null) : null;
    const last = ranges.at(-1);
    if (last?.verdict !== verdict || last.advised !== advised) ranges.push({ from, verdict, advised });
  }
  return ranges;
}

/** Ids of the policies that a page may show at some price: the best one or, without an advice, the cheapest. */
export function shownAtSomePrice(outcomes: readonly Outcome[], log: Outcome, terms: Terms): ReadonlySet<string> {
  const shown = priceSteps(terms.price.amount).flatMap((step) => {
    const { best, cheapest } = chosenAt(step, outcomes, log, terms);
    return (best ?? cheapest)?.outcome.id ?? [];
  });
  return new Set(shown);
}

/** A reader's price is exact; the terms' own keeps its interval. */
function chosenAt(step: number, outcomes: readonly Outcome[], log: Outcome, terms: Terms): Choice {
  const at = step === terms.price.amount ? terms : { ...terms, price: exactly(step) };
  return choose(fieldAt(outcomes, log, at), at);
}
