/**
 * Two-sided 95 % quantiles of Student's t for 1 to 30 degrees of freedom. Above that, the normal quantile is close
 * enough.
 */
const QUANTILES = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
] as const;
const NORMAL = 1.96;

/** Half-width of a 95 % interval in standard errors, by degrees of freedom (at least 1). */
export const studentQuantile = (degrees: number): number => QUANTILES[degrees - 1] ?? NORMAL;

/**
 * The half-width for a share of `tail` beyond each end (0.025 for 95 %). An expansion around the normal quantile
 * (Abramowitz and Stegun 26.7.5 and 26.2.23), with an error below 0.02 for nine or more degrees of freedom.
 */
export function quantileBeyond(tail: number, degrees: number): number {
  if (tail === 0.025) return studentQuantile(degrees);
  const t = Math.sqrt(-2 * Math.log(tail));
  const x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  const [x3, x5, x7] = [x ** 3, x ** 5, x ** 7];
  return (
    x +
    (x3 + x) / (4 * degrees) +
    (5 * x5 + 16 * x3 + 3 * x) / (96 * degrees ** 2) +
    (3 * x7 + 19 * x5 + 17 * x3 - 15 * x) / (384 * degrees ** 3)
  );
}

/**
 * Share of resamples to cut off at each end for a 95 % interval. Resampling few pairs gives intervals that are too
 * narrow, which Hesterberg's expanded percentiles correct (What Teachers Should Know About the Bootstrap, 2015).
 */
export function tailShare(pairs: number): number {
  return pairs < 2 ? 0 : normalBelow(-studentQuantile(pairs - 1) * Math.sqrt(pairs / (pairs - 1)));
}

/** The normal distribution function, within 1e-7 (Abramowitz and Stegun 26.2.17). */
function normalBelow(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const density = Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI);
  const tail =
    density * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return value < 0 ? tail : 1 - tail;
}
