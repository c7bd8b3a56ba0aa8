/** An amount and its currency; model prices are in US dollars. */
export type Money = { readonly amount: number; readonly currency: "USD" };

export const usd = (amount: number): Money => ({ amount, currency: "USD" });

/** The sum of the known amounts; null if none is known. */
export function sumMoney(values: readonly (Money | null)[]): Money | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : usd(known.reduce((sum, value) => sum + value.amount, 0));
}
