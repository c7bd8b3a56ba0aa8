import { cacheWritten } from "../../transcript/usage";
import type { CacheRequest } from "../cache-request";
import type { FindingRule } from "./finding";
import { transitionsOf } from "./transitions";

/**
 * Prompts that are too short for the model to cache, although the next prompt repeats their prefix or they repeat a
 * prefix of the previous one.
 */
export const belowMinimum: FindingRule = ({ requests, modelOf }) => {
  const minimumOf = ({ model, usage, leaf }: CacheRequest): number | null => {
    const minimum = modelOf(model)?.cache.minimumTokens ?? null;
    if (minimum === null || usage === null || leaf.tokens >= minimum) return null;
    return (usage.cacheRead ?? 0) + (cacheWritten(usage) ?? 0) > 0 ? null : minimum;
  };
  const pairs = transitionsOf(requests).filter(({ request, previous }) => minimumOf(request) && minimumOf(previous));
  const repeated = new Set(pairs.flatMap(({ request, previous }) => [request, previous]));
  const short = requests.flatMap((request, position) => {
    const minimum = repeated.has(request) ? minimumOf(request) : null;
    return minimum === null ? [] : [{ position, tokens: request.leaf.tokens, minimum }];
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
