import { cacheWritten } from "../../transcript/usage";
import type { FindingRule } from "./finding";
import { transitionsOf } from "./transitions";

/** Prompts that repeat their beginning, but are too short for the model to cache. */
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
    title: "Prompts below the model's minimum",
    kind: "risk",
    requests: short.map(({ position }) => position),
    lostTokens: 0,
    lostCost: null,
    evidence: [
      `${short.length} ${short.length === 1 ? "request has" : "requests have"} fewer than ${first.minimum} tokens (the first ${first.tokens}): nothing is cached, without a word from the provider.`,
    ],
    advice:
      "Nothing to do for short conversations; a longer stable head is cheaper than a short one only if it is useful.",
  };
};
