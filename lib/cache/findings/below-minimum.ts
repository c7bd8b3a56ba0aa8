import { cacheWritten } from "../../transcript/usage";
import type { FindingRule } from "./finding";
import { transitionsOf } from "./transitions";

/** Prompts that repeat their beginning but are too short for the model to cache. */
export const belowMinimum: FindingRule = ({ requests, modelOf }) => {
  const short = transitionsOf(requests).flatMap(({ position, request, previous }) => {
    const minimum = modelOf(request.model)?.cache.minimumTokens ?? null;
    const { usage, leaf } = request;
    if (minimum === null || usage === null || leaf.tokens >= minimum || previous.leaf.tokens >= minimum) return [];
    return (usage.cacheRead ?? 0) + (cacheWritten(usage) ?? 0) > 0 ? [] : [{ position, tokens: leaf.tokens, minimum }];
  });
  const [first] = short;
  if (first === undefined) return null;
  return {
    id: "below-minimum",
    kind: "risk",
    requests: short.map(({ position }) => position),
    lostTokens: 0,
    lostCost: null,
    evidence: [{ id: "below-minimum", requests: short.length, tokens: first.tokens, minimum: first.minimum }],
  };
};
