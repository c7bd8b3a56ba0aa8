import { roundAmount } from "../api/answers/money";
import type { Amount } from "../api/schemas/cost-answer";

export type Unknown = Extract<Amount, { kind: "unknown" }>["why"];

export const known = (usd: number): Amount => ({ kind: "known", usd: roundAmount(usd) });
export const unknown = (why: Unknown): Amount => ({ kind: "unknown", why });

/** A range, or an exact amount if both ends are equal. */
export const between = (low: number, high: number): Amount =>
  roundAmount(low) === roundAmount(high)
    ? known(low)
    : { kind: "range", low: roundAmount(Math.min(low, high)), high: roundAmount(Math.max(low, high)) };

/** Both ends; null if the amount is unknown. */
export function endsOf(amount: Amount): { readonly low: number; readonly high: number } | null {
  if (amount.kind === "unknown") return null;
  return amount.kind === "known" ? { low: amount.usd, high: amount.usd } : amount;
}

/**
 * The amount, capped by another at both ends. Sizes of parts are counted but totals are reported, so a part can exceed
 * the total.
 */
export function atMost(amount: Amount, whole: Amount): Amount {
  const [own, all] = [endsOf(amount), endsOf(whole)];
  return own === null || all === null ? amount : between(Math.min(own.low, all.high), Math.min(own.high, all.high));
}

/** The maximum; null if unknown. */
export const mostOf = (amount: Amount): number | null => endsOf(amount)?.high ?? null;

/** Adds up amounts; an unknown one makes the sum unknown. The empty sum is zero. */
export function addAmounts(amounts: readonly Amount[]): Amount {
  const missing = amounts.find((amount) => amount.kind === "unknown");
  if (missing) return missing;
  const ends = amounts.flatMap((amount) => endsOf(amount) ?? []);
  return between(
    ends.reduce((sum, { low }) => sum + low, 0),
    ends.reduce((sum, { high }) => sum + high, 0),
  );
}

/**
 * The share of a whole: its low end as a share of the whole's, and likewise the high end. At most 1. Null if either
 * amount is unknown or the whole is zero.
 */
export function shareOf(part: Amount, whole: Amount): { readonly low: number; readonly high: number } | null {
  const [own, all] = [endsOf(part), endsOf(whole)];
  if (own === null || all === null || all.high <= 0) return null;
  const shares = [own.low / (all.low > 0 ? all.low : all.high), own.high / all.high].map((share) => Math.min(1, share));
  return { low: Math.min(...shares), high: Math.max(...shares) };
}
