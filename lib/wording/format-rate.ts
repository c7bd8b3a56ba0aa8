/** A price per million tokens with two decimals, or with more if the price has more. */
export const formatRate = (rate: number): string =>
  Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-9 ? rate.toFixed(2) : String(rate);
