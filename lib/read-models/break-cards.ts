import { moneyAnswer } from "../api/answers/money";
import type { Money } from "../api/schemas/fields";
import type { BreakCause, BreakLetter } from "../cache/break-cause";
import { isAgainst } from "../cache/break-evidence";
import type { CacheBreak, Confidence } from "../cache/cache-break";
import type { CacheRequest } from "../cache/cache-request";
import type { Divergence } from "../cache/divergence";
import { requestRates } from "../cache/lost-money";
import { chainKey, gapBetween } from "../cache/read-expectation";
import { modelPricesAt } from "../models/price-at";
import { resolveModel } from "../models/resolve-model";
import type { CacheAnalysis } from "../pipeline/analyze-cache";
import type { Analysis } from "../pipeline/analyze-session";
import { formatCompaction, formatDuration, formatTokens, formatWholeThousands } from "../wording/number-format";
import { english, type Say } from "../wording/say";
import { shortModel } from "./short-model";
import { breakEvidence } from "./words/break-evidence";

/** A cache break with everything its card shows. Requests are positions within the agent, from 0. */
export type BreakCard = {
  readonly agent: string;
  readonly at: number;
  /** The request it is compared with: the previous one in its chain or, after a model switch, the agent's last one. */
  readonly previous: number | null;
  readonly cause: BreakCause;
  readonly letter: BreakLetter;
  readonly confidence: Confidence;
  readonly is_expected: boolean;
  readonly lost_tokens: number;
  readonly lost_cost: Money | null;
  /**
   * Dollars per million tokens: the price paid for the lost tokens, and the price of reading them; null without a
   * price.
   */
  readonly rates: { readonly paid: number; readonly read: number } | null;
  /** From start to start. */
  readonly gap_seconds: number | null;
  /**
   * Time to live of this chain's entries: from the logged split of its writes (`is_logged`), otherwise the provider's
   * default.
   */
  readonly tier: { readonly seconds: number; readonly is_logged: boolean } | null;
  readonly evidence: readonly string[];
  readonly against: readonly string[];
  /** A few words for a list row. */
  readonly note: string;
  readonly divergence: Divergence | null;
};

/** The breaks of all agents, in request order. */
export function toBreakCards(
  analysis: Pick<Analysis, "requests" | "cache">,
  cache: Pick<CacheAnalysis, "requests">,
  say: Say = english,
): BreakCard[] {
  const previous = previousRequests(cache.requests);
  return analysis.cache.breaks.flatMap((entry): BreakCard[] => {
    const request = cache.requests[entry.request];
    if (request === undefined) return [];
    const pair = previous(entry);
    return [toCard(analysis, entry, request, pair, say)];
  });
}

function toCard(
  analysis: Pick<Analysis, "requests">,
  entry: CacheBreak,
  request: CacheRequest,
  pair: CacheRequest | null,
  say: Say = english,
): BreakCard {
  const position = (of: CacheRequest) => analysis.requests[of.index]?.indexInAgent ?? 0;
  const facts = factsOf(request, pair);
  const { cause, letter, confidence, evidence, isExpected, lostTokens, lostCost, divergence } = entry;
  return {
    agent: request.agent,
    at: position(request),
    previous: pair && position(pair),
    cause,
    letter,
    confidence,
    is_expected: isExpected,
    lost_tokens: lostTokens,
    lost_cost: moneyAnswer(lostCost),
    rates: ratesOf(request),
    gap_seconds: facts.gap,
    tier: facts.tier,
    evidence: evidence.filter((entry) => !isAgainst(entry)).map((fact) => breakEvidence(fact, say)),
    against: [
      ...evidence.filter(isAgainst).map((fact) => breakEvidence(fact, say)),
      ...ruledOut(entry, request, pair, say),
    ],
    note: noteOf(entry, request, pair, facts, say),
    divergence,
  };
}

/** By request: the previous one in its chain and of its agent, both with reported usage. */
function previousRequests(requests: readonly CacheRequest[]) {
  const ofChain = new Map<string, CacheRequest>();
  const ofAgent = new Map<string, CacheRequest>();
  const pairs = requests.map((request) => {
    const pair = { chain: ofChain.get(chainKey(request)) ?? null, agent: ofAgent.get(request.agent) ?? null };
    if (request.usage !== null) {
      ofChain.set(chainKey(request), request);
      ofAgent.set(request.agent, request);
    }
    return pair;
  });
  return ({ request, cause }: CacheBreak) =>
    (cause === "model-switch" ? pairs[request]?.agent : pairs[request]?.chain) ?? null;
}

type Facts = Pick<BreakCard, "tier"> & { readonly gap: number | null };

function factsOf(request: CacheRequest, pair: CacheRequest | null): Facts {
  const assumed = resolveModel(request.model)?.cache.defaultTtlSeconds ?? null;
  const seconds = request.ttl ?? assumed;
  return {
    gap: pair && gapBetween(pair, request),
    tier: seconds === null ? null : { seconds, is_logged: request.ttl !== null },
  };
}

function ratesOf({ usage, model, startedAt }: CacheRequest): BreakCard["rates"] {
  const prices = modelPricesAt(model, startedAt);
  if (usage === null || prices === null) return null;
  const { write, read } = requestRates(usage, prices);
  return { paid: write, read };
}

/** Sentences about causes that the log rules out. */
function ruledOut(
  { cause }: CacheBreak,
  request: CacheRequest,
  pair: CacheRequest | null,
  say: Say = english,
): string[] {
  if (pair === null) return [];
  const isSame = cause !== "model-switch" && request.model !== null && request.model === pair.model;
  const grew = request.leaf.tokens - pair.leaf.tokens;
  return [
    ...(isSame ? [say("No model switch: {model} before and after.", { model: request.model ?? "" })] : []),
    ...(cause !== "compaction" && cause !== "history-edit" && grew >= 0
      ? [
          say("No compaction: the prompt {change}.", {
            change: grew === 0 ? say("kept its size") : say("grew by {tokens} tokens", { tokens: formatTokens(grew) }),
          }),
        ]
      : []),
  ];
}

/** A captured block's name, derived from its id. */
export const nameOfBlock = (
  { id, kind }: { readonly id: string; readonly kind: string },
  say: Say = english,
): string =>
  id.startsWith(kind) ? id : id.startsWith("tool:") ? say("tool {name}", { name: id.slice(5) }) : `${kind} ${id}`;

/** Both names of a switch must fit in a column. */
const shortName = (model: string | null | undefined): string | undefined => shortModel(model ? [model] : []);

function noteOf(
  entry: CacheBreak,
  request: CacheRequest,
  pair: CacheRequest | null,
  { gap, tier }: Facts,
  say: Say = english,
): string {
  const { cause, divergence } = entry;
  const block = divergence?.after ?? divergence?.before;
  if (cause === "ttl-expiry" && gap !== null)
    return tier
      ? say("idle {gap}, entries live {tier}", {
          gap: formatDuration(gap, say),
          tier: formatDuration(tier.seconds, say),
        })
      : say("idle {time}", { time: formatDuration(gap, say) });
  if (cause === "compaction") return formatCompaction(pair?.leaf.tokens ?? null, request.leaf.tokens);
  if (cause === "model-switch")
    return `${shortName(pair?.model) ?? say("another model")} → ${shortName(request.model) ?? say("unnamed")}`;
  if (divergence && block && block.kind !== "opaque") return `${nameOfBlock(block, say)} ${divergence.kind}`;
  const read = request.usage?.cacheRead ?? 0;
  return read === 0
    ? say("read 0, not even the start")
    : say("read fell to {read}", { read: formatWholeThousands(read) });
}
