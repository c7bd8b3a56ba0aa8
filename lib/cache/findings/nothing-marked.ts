import type { ModelInfo } from "../../models/model-info";
import { pricesThen } from "../../models/price-at";
import { TOKENS_PER_PRICE } from "../../models/price-unit";
import { ratesFor } from "../../models/price-usage";
import { commonPrefix } from "../../requests/prefix-tree";
import { cacheWritten } from "../../transcript/usage";
import type { CacheRequest } from "../cache-request";
import { type Money, sumMoney, usd } from "../money";
import { cachePolicyOf } from "../policies";
import { anthropicBreakpoints } from "../policies/anthropic";
import { ANTHROPIC_FACTS } from "../policies/anthropic-facts";
import type { FindingContext, FindingRule } from "./finding";
import { transitionsOf } from "./transitions";

/**
 * Requests without any cache mark, at a provider that caches only at marks, so the entire prompt is paid for in
 * full each time. Only for bodies logged as sent, and only if marks would have saved more than the writes would cost.
 */
export const nothingMarked: FindingRule = (context) => {
  const { requests, modelOf } = context;
  if (!holdsBodies(context) || !requests.every((request) => isPlain(request, modelOf))) return null;
  const repeats = transitionsOf(requests).flatMap(({ position, request, previous }) => {
    const tokens = commonPrefix(previous.leaf, request.leaf)?.tokens ?? 0;
    return tokens >= minimumOf(modelOf(request.model)) && isInTime(previous, request, modelOf(request.model))
      ? [{ position, tokens }]
      : [];
  });
  const repeated = new Map(repeats.map(({ position, tokens }) => [position, tokens]));
  const lostCost = sumMoney(requests.map((request, at) => saving(request, repeated.get(at) ?? 0, modelOf)));
  if (repeats.length === 0 || (lostCost !== null && lostCost.amount <= 0)) return null;
  const isReported = requests.some(({ usage }) => usage !== null);
  const tokens = repeats.reduce((sum, repeat) => sum + repeat.tokens, 0);
  return {
    id: "nothing-marked",
    kind: isReported ? "loss" : "risk",
    requests: repeats.map(({ position }) => position),
    lostTokens: isReported ? tokens : 0,
    lostCost: isReported ? lostCost : null,
    evidence: [{ id: "nothing-marked", requests: repeats.length, tokens, isReported }],
  };
};

/** True if the log contains the bodies themselves, so a missing mark was really not set. */
const holdsBodies = ({ session }: FindingContext) =>
  session === null || (session.captured !== undefined && !session.captured.isPartial);

/** True if the request has no mark, its provider needs one, and no reads or writes are reported. */
function isPlain({ model, breakpoints, usage }: CacheRequest, modelOf: FindingContext["modelOf"]): boolean {
  if (breakpoints !== null || cachePolicyOf(modelOf(model))?.id !== anthropicBreakpoints.id) return false;
  return usage === null || (usage.cacheRead === 0 && cacheWritten(usage) === 0);
}

const minimumOf = (info: ModelInfo | null) => info?.cache.minimumTokens ?? ANTHROPIC_FACTS.minimum;

/** True if an entry of the previous request would still be valid, or the log has no times. */
function isInTime(previous: CacheRequest, { startedAt }: CacheRequest, info: ModelInfo | null): boolean {
  if (previous.startedAt === undefined || startedAt === undefined) return true;
  const seconds = (Date.parse(startedAt) - Date.parse(previous.startedAt)) / 1000;
  return seconds <= (info?.cache.defaultTtlSeconds ?? 0);
}

/**
 * What reading the repeated tokens from the cache saves, minus the extra cost of writing the others; null without a
 * price or report.
 */
function saving(
  { model, usage, leaf, startedAt }: CacheRequest,
  repeated: number,
  modelOf: FindingContext["modelOf"],
): Money | null {
  const prices = pricesThen(modelOf(model), startedAt);
  if (usage === null || prices === null) return null;
  const { input, cacheRead, cacheWrite5m } = ratesFor(usage, prices);
  return usd((repeated * (input - cacheRead) - (leaf.tokens - repeated) * (cacheWrite5m - input)) / TOKENS_PER_PRICE);
}
