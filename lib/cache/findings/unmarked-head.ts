import { cachePolicyOf } from "../policies";
import { anthropicBreakpoints } from "../policies/anthropic";
import { ANTHROPIC_FACTS } from "../policies/anthropic-facts";
import type { FindingRule } from "./finding";

/**
 * Requests that mark places to cache, but not the end of tools and system prompt. Without that mark nothing can be read
 * once the messages change, for example after a compaction or in another session. Only for providers that cache only at
 * marks, and for starts long enough to be cached.
 */
export const unmarkedHead: FindingRule = ({ requests, modelOf }) => {
  const found = requests.flatMap(({ model, breakpoints, head }, position) => {
    const info = modelOf(model);
    if (breakpoints === null || head === null || cachePolicyOf(info)?.id !== anthropicBreakpoints.id) return [];
    const isLong = head.tokens >= (info?.cache.minimumTokens ?? ANTHROPIC_FACTS.minimum);
    return isLong && !breakpoints.some(({ node }) => node === head) ? [{ position, tokens: head.tokens }] : [];
  });
  const [first] = found;
  if (first === undefined) return null;
  return {
    id: "unmarked-head",
    kind: "risk",
    requests: found.map(({ position }) => position),
    lostTokens: 0,
    lostCost: null,
    evidence: [{ id: "unmarked-head", position: first.position, tokens: first.tokens, requests: found.length }],
  };
};
