import type { CacheRequest } from "../cache-request";
import { policyOf } from "../policies";
import { ANTHROPIC_FACTS, anthropicBreakpoints } from "../policies/anthropic";
import { simulateCache } from "../simulate-cache";
import type { FindingRule } from "./finding";
import { moneyOf, sumTokens } from "./transitions";

/** What the same breakpoints would read if the provider looked back without an end. */
export const lookbackOverflow: FindingRule = ({ requests, modelOf }) => {
  const positions = requests.flatMap(({ model }, position) =>
    policyOf(modelOf(model))?.id === anthropicBreakpoints.id ? [position] : [],
  );
  if (positions.length === 0) return null;
  // The same list where it can be: its times are then known.
  const own = positions.length === requests.length ? requests : positions.map((at) => requests[at] as CacheRequest);
  const [near, far] = [ANTHROPIC_FACTS.lookback, Number.MAX_SAFE_INTEGER].map(
    (lookback) => simulateCache(own, anthropicBreakpoints, { modelOf, lookback }).outcomes,
  );
  const lost = own.flatMap((request, index) => {
    const lostTokens = (far?.[index]?.read ?? 0) - (near?.[index]?.read ?? 0);
    // Where the log shows that it was read, the client had a breakpoint that we do not know of.
    const wasRead = (request.usage?.cacheRead ?? 0) >= (far?.[index]?.read ?? 0);
    return lostTokens <= 0 || wasRead ? [] : [{ request, position: positions[index] as number, lostTokens }];
  });
  if (lost.length === 0) return null;
  return {
    id: "lookback-overflow",
    title: `More than ${ANTHROPIC_FACTS.lookback} blocks since the last breakpoint`,
    kind: "loss",
    requests: lost.map(({ position }) => position),
    lostTokens: sumTokens(lost),
    lostCost: moneyOf(lost, modelOf),
    evidence: lost
      .slice(0, 5)
      .map(({ position, lostTokens }) => `Request ${position + 1}: ${lostTokens} tokens stood beyond the look-back.`),
    advice: `Set a second breakpoint at the end of the previous prompt, or one every ${ANTHROPIC_FACTS.lookback} blocks.`,
  };
};
