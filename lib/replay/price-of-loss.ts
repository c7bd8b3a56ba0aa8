import { SAMPLES } from "../evaluation/sample-size";
import { studentQuantile } from "../evaluation/student";
import type { CompactionCase } from "./cost-of-loss";

/**
 * A compaction's evidence for a price: requests before a file change in excess of the session's usual number, and lost
 * facts.
 */
export type LossCase = { readonly extra: number; readonly lost: number };

export const lossCases = (cases: readonly CompactionCase[]): LossCase[] =>
  cases.flatMap(({ after, elsewhere, lost }) =>
    after && elsewhere ? [{ extra: after.requests - elsewhere.requests, lost }] : [],
  );

/** Requests that a lost fact costs an agent, with the 95 % interval. */
export type RequestsPerLoss = { readonly amount: number; readonly low: number; readonly high: number };

/**
 * Measured on compactions of public sessions, with an interval over repositories (docs/validation.md, "What a loss
 * really costs"; bench/after-compaction/cost.ts on 29 November 2026, with measures 7).
 */
export const STUDY: RequestsPerLoss & { readonly compactions: number } = {
  amount: 1.32,
  low: 0.56,
  high: 2.32,
  compactions: 71,
};

/** The price of a lost fact in US dollars. */
export type PriceOfLoss = RequestsPerLoss & {
  /** `logged`: from these logs' compactions; `study`: from public sessions. */
  readonly basis: "logged" | "study";
  /** Number of underlying compactions. */
  readonly compactions: number;
};

/** Minimum number of compactions for a price from the logs themselves. */
const FEWEST_CASES = SAMPLES.advice.parts;

/**
 * One price for every page: the requests that a lost fact costs, each at the mean request price of these logs. Their
 * own compactions count if there are enough of them and their interval is above zero.
 *
 * @param requestCost US dollars.
 */
export function priceOfLoss(requestCost: number, cases: readonly LossCase[]): PriceOfLoss {
  const own = requestsPerLoss(cases);
  const { basis, compactions, amount, low, high } =
    own !== null && own.low > 0
      ? { ...own, basis: "logged" as const, compactions: cases.length }
      : { ...STUDY, basis: "study" as const };
  return { amount: amount * requestCost, low: low * requestCost, high: high * requestCost, basis, compactions };
}

/** A ratio of two sums (linearised) with Student's t; null with too few compactions, or if nothing was lost. */
function requestsPerLoss(cases: readonly LossCase[]): RequestsPerLoss | null {
  const lost = cases.reduce((sum, one) => sum + one.lost, 0);
  if (cases.length < FEWEST_CASES || lost === 0) return null;
  const amount = cases.reduce((sum, { extra }) => sum + extra, 0) / lost;
  const squares = cases.reduce((sum, one) => sum + (one.extra - amount * one.lost) ** 2, 0);
  const error = Math.sqrt((cases.length / (cases.length - 1)) * squares) / lost;
  const reach = error * studentQuantile(cases.length - 1);
  return { amount, low: amount - reach, high: amount + reach };
}
