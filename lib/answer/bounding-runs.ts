import { asPlainInput, type CacheOutcome } from "../cache/policies/policy";
import { priceOutcome, usageOf } from "../cache/price-outcome";
import { modelPricesAt } from "../models/price-at";
import type { Analysis } from "../pipeline/analyze-session";
import type { SimulatedSession } from "../pipeline/simulate-session";

/** A session under one cache: its cost in dollars, and its requests with that usage. */
export type BoundingRun = { readonly cost: number; readonly requests: Analysis["requests"] };
export type BoundingRuns = { readonly low: BoundingRun; readonly high: BoundingRun };

/**
 * The session with a cache that reads everything possible, and without any cache. Used for logs that report no cache
 * reads. Null without prices.
 */
export function boundingRuns(
  analysis: Pick<Analysis, "requests">,
  { runs, outputs }: SimulatedSession,
): BoundingRuns | null {
  const ideal = runs.find(({ policy }) => policy.id === "ideal-prefix");
  if (ideal === undefined) return null;
  const low = priced(analysis, ideal.outcomes, outputs);
  const high = priced(analysis, ideal.outcomes.map(asPlainInput), outputs);
  return low === null || high === null ? null : { low, high };
}

function priced(
  { requests }: Pick<Analysis, "requests">,
  outcomes: readonly CacheOutcome[],
  outputs: SimulatedSession["outputs"],
): BoundingRun | null {
  const costs = outcomes.map((outcome, at) =>
    priceOutcome(outcome, outputs[at] ?? null, modelPricesAt(requests[at]?.model ?? null, requests[at]?.startedAt)),
  );
  if (costs.every((cost) => cost === null)) return null;
  return {
    cost: costs.reduce((sum, cost) => sum + (cost?.amount ?? 0), 0),
    requests: requests.map((request, at) => {
      const outcome = outcomes[at];
      return outcome ? { ...request, usage: usageOf(outcome, outputs[at] ?? null) } : request;
    }),
  };
}
