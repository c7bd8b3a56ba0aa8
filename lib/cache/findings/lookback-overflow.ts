import type { CacheRequest } from "../cache-request";
import { cachePolicyOf } from "../policies";
import { anthropicBreakpoints } from "../policies/anthropic";
import { ANTHROPIC_FACTS } from "../policies/anthropic-facts";
import { simulateCache } from "../simulate-cache";
import type { FindingRule } from "./finding";
import { moneyOf, sumTokens } from "./transitions";

/** Compares the reads with those of a provider that looks back without limit from the same breakpoints. */
export const lookbackOverflow: FindingRule = ({ requests, modelOf }) => {
  const positions = requests.flatMap(({ model }, position) =>
    cachePolicyOf(modelOf(model))?.id === anthropicBreakpoints.id ? [position] : [],
  );
  if (positions.length === 0) return null;
  // Reuse the same array if possible, because derived values are cached by its identity.
  const own = positions.length === requests.length ? requests : positions.map((at) => requests[at] as CacheRequest);
  const [near, far] = [ANTHROPIC_FACTS.lookback, Number.MAX_SAFE_INTEGER].map(
    (lookback) => simulateCache(own, anthropicBreakpoints, { modelOf, lookback }).outcomes,
  );
  const lost = own.flatMap((request, index) => {
    const simulated = near?.[index]?.read ?? 0;
    // If the log shows a larger read, the client had set a breakpoint that the log does not record.
    const lostTokens = (far?.[index]?.read ?? 0) - Math.max(simulated, request.usage?.cacheRead ?? 0);
    return lostTokens <= 0 ? [] : [{ request, position: positions[index] as number, lostTokens }];
  });
  if (lost.length === 0) return null;
  return {
    id: "lookback-overflow",
    kind: "loss",
    requests: lost.map(({ position }) => position),
    lostTokens: sumTokens(lost),
    lostCost: moneyOf(lost, modelOf),
    evidence: lost
      .slice(0, 5)
      .map(({ position, lostTokens: tokens }) => ({ id: "beyond-look-back", position, tokens })),
  };
};
