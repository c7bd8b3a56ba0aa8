import type { Advice, NoAdvice } from "./advise";
import { exactly, type Terms } from "./terms";

/** A range that starts at this price of a lost fact, in US dollars, and ends where the next one begins. */
export type PriceRange = {
  readonly from: number;
  /** Null if and only if a policy is advised. */
  readonly reason: NoAdvice | null;
  /** Id of the advised policy; null if none is advised. */
  readonly advised: string | null;
};

/** The prices of a lost fact that a reader can select, in US dollars. */
export const PRICE_STEPS: readonly number[] = [
  ...Array.from({ length: 20 }, (_, cents) => cents / 100),
  ...Array.from({ length: 17 }, (_, steps) => 0.2 + steps * 0.05),
].map((price) => Math.round(price * 100) / 100);

/** The selectable prices, including the given one. */
export const priceSteps = (price: number): number[] =>
  [...new Set([...PRICE_STEPS, price])].sort((one, other) => one - other);

type AdviceAt = (terms: Terms) => Pick<Advice, "reason" | "best" | "cheapest">;

/** The price ranges within which the advice stays the same. The terms' own price is always examined too. */
export function priceRanges(adviceAt: AdviceAt, terms: Terms): PriceRange[] {
  const ranges: PriceRange[] = [];
  for (const from of priceSteps(terms.price.amount)) {
    const { reason, best } = adviceAt(termsAt(from, terms));
    const advised = reason === null ? (best?.outcome.id ?? null) : null;
    const last = ranges.at(-1);
    if (last?.reason !== reason || last.advised !== advised) ranges.push({ from, reason, advised });
  }
  return ranges;
}

/** Ids of the policies that a page may show at any price: the advised one or, if none is advised, the cheapest. */
export function shownAtSomePrice(adviceAt: AdviceAt, terms: Terms): ReadonlySet<string> {
  const shown = priceSteps(terms.price.amount).flatMap((step) => {
    const { best, cheapest } = adviceAt(termsAt(step, terms));
    return (best ?? cheapest)?.outcome.id ?? [];
  });
  return new Set(shown);
}

/** A price selected by the reader is exact; the terms' own price keeps its interval. */
const termsAt = (step: number, terms: Terms): Terms =>
  step === terms.price.amount ? terms : { ...terms, price: exactly(step) };
