import type { Money } from "../cache/money";

/** Money as the API writes it. Amounts keep ten decimals: sums of tiny prices must not show binary dust. */
export type MoneyJson = { readonly amount: number; readonly currency: string };

export function toMoneyJson(money: Money | null): MoneyJson | null {
  return money === null ? null : { amount: roundAmount(money.amount), currency: money.currency };
}

export const roundAmount = (amount: number): number => Math.round(amount * 1e10) / 1e10;
