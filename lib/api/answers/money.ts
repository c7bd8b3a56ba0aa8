import type { Money } from "../../cache/money";
import type { Money as MoneyAnswer } from "../schemas/fields";

/** Money as the API writes it; null if it is unknown. */
export function moneyAnswer(money: Money | null): MoneyAnswer | null {
  return money === null ? null : { amount: roundAmount(money.amount), currency: money.currency };
}

/** Ten decimals: sums of tiny prices must not show binary dust. */
export const roundAmount = (amount: number): number => Math.round(amount * 1e10) / 1e10;

/** An amount in US dollars. */
export const dollars = (amount: number): MoneyAnswer => ({ amount: roundAmount(amount), currency: "USD" });
