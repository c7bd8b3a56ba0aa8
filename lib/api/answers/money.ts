import type { Money } from "../../cache/money";
import type { Money as MoneyAnswer } from "../schemas/fields";

/** Money as the API writes it; null if it is unknown. */
export function moneyAnswer(money: Money | null): MoneyAnswer | null {
  return money === null ? null : { amount: roundAmount(money.amount), currency: money.currency };
}

/** Rounds to ten decimals, which removes the errors of binary fractions from sums of tiny prices. */
export const roundAmount = (amount: number): number => Math.round(amount * 1e10) / 1e10;

/** An amount in US dollars. */
export const dollars = (amount: number): MoneyAnswer => ({ amount: roundAmount(amount), currency: "USD" });
