import { moneyAnswer } from "../api/answers/money";
import type { Money } from "../api/schemas/fields";
import type { BreakJson } from "../api/schemas/request-row";
import type { BreakCause, BreakLetter } from "../cache/break-cause";
import { type BreakEvidence, isAgainst } from "../cache/break-evidence";
import type { CacheBreak, Confidence } from "../cache/cache-break";
import type { CacheRequest } from "../cache/cache-request";
import { concernedBlock } from "../cache/concerned-block";
import type { DivergedBlock, Divergence } from "../cache/divergence";
import { requestRates } from "../cache/lost-money";
import { gapBetween } from "../cache/read-expectation";
import { modelPricesAt } from "../models/price-at";
import type { CacheAnalysis } from "../pipeline/analyze-cache";
import type { Analysis } from "../pipeline/analyze-session";
import { shortModel } from "./short-model";

/** A cache break with everything its card shows. Requests are positions within the agent, from 0. */
export type BreakCard = {
  readonly agent: string;
  readonly at: number;
  /**
   * The request with which the broken one is compared: the previous one in its chain or, after a model
   * switch, the agent's last one.
   */
  readonly previous: number | null;
  readonly cause: BreakCause;
  readonly letter: BreakLetter;
  readonly confidence: Confidence;
  readonly is_expected: boolean;
  readonly lost_tokens: number;
  readonly lost_cost: Money | null;
  /** In a log without cache writes, the most that may have been lost; the two fields above are then the least. */
  readonly most_lost?: NonNullable<BreakJson["most_lost"]>;
  /**
   * Dollars per million tokens: the price paid for the lost tokens, and the price of reading them; null without a
   * price.
   */
  readonly rates: { readonly paid: number; readonly read: number } | null;
  /** Seconds from the start of the previous request to the start of the request with the break. */
  readonly gap_seconds: number | null;
  /**
   * Lifetime of the entries that were not read: from the logged split of the writes (`is_logged`), otherwise the
   * provider's default.
   */
  readonly tier: { readonly seconds: number; readonly is_logged: boolean } | null;
  readonly evidence: readonly BreakEvidence[];
  readonly against: readonly BreakEvidence[];
  /** What a list row shows in a few words. */
  readonly note: BreakNote;
  readonly divergence: Divergence | null;
};

/** What the note contains, in seconds and tokens; null: unknown. */
export type BreakNote =
  | { readonly id: "idle"; readonly gap: number; readonly life: number | null }
  | { readonly id: "compaction"; readonly before: number | null; readonly after: number | null }
  | { readonly id: "model-switch"; readonly from: string | null; readonly to: string | null }
  | { readonly id: "block"; readonly block: Pick<DivergedBlock, "id" | "kind">; readonly change: Divergence["kind"] }
  | { readonly id: "read"; readonly tokens: number };

/** The breaks of all agents, in request order. */
export function toBreakCards(
  analysis: Pick<Analysis, "requests" | "cache">,
  cache: Pick<CacheAnalysis, "requests">,
): BreakCard[] {
  return analysis.cache.breaks.flatMap((entry): BreakCard[] => {
    const request = cache.requests[entry.request];
    return request === undefined ? [] : [toCard(analysis, entry, request, cache.requests[entry.previous] ?? null)];
  });
}

function toCard(
  analysis: Pick<Analysis, "requests">,
  entry: CacheBreak,
  request: CacheRequest,
  pair: CacheRequest | null,
): BreakCard {
  const position = (of: CacheRequest) => analysis.requests[of.index]?.indexInAgent ?? 0;
  const facts = factsOf(entry, request, pair);
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
    ...mostLostOf(entry),
    rates: ratesOf(request),
    gap_seconds: facts.gap,
    tier: facts.tier,
    evidence: evidence.filter((fact) => !isAgainst(fact)),
    against: [...evidence.filter(isAgainst), ...ruledOut(entry, request, pair)],
    note: noteOf(entry, request, pair, facts),
    divergence,
  };
}

export const mostLostOf = ({ most }: Pick<CacheBreak, "most">): Pick<BreakJson, "most_lost"> =>
  most === undefined ? {} : { most_lost: { tokens: most.lostTokens, cost: moneyAnswer(most.lostCost) } };

type Facts = Pick<BreakCard, "tier"> & { readonly gap: number | null };

const factsOf = (
  { timeToLive: { seconds, isLogged } }: CacheBreak,
  request: CacheRequest,
  pair: CacheRequest | null,
): Facts => ({
  gap: pair && gapBetween(pair, request),
  tier: Number.isFinite(seconds) ? { seconds, is_logged: isLogged } : null,
});

function ratesOf({ usage, model, startedAt }: CacheRequest): BreakCard["rates"] {
  const prices = modelPricesAt(model, startedAt);
  if (usage === null || prices === null) return null;
  const { write, read } = requestRates(usage, prices);
  return { paid: write, read };
}

/** Causes that the log rules out. */
function ruledOut({ cause }: CacheBreak, request: CacheRequest, pair: CacheRequest | null): BreakEvidence[] {
  if (pair === null) return [];
  const isSame = cause !== "model-switch" && request.model !== null && request.model === pair.model;
  const grew = request.leaf.tokens - pair.leaf.tokens;
  return [
    ...(isSame ? [{ id: "same-model", model: request.model ?? "" } as const] : []),
    ...(cause !== "compaction" && cause !== "history-edit" && grew >= 0
      ? [{ id: "not-compacted", grew } as const]
      : []),
  ];
}

/** Both names of a switch must fit in a column. */
const shortName = (model: string | null | undefined): string | null => shortModel(model ? [model] : []) ?? null;

function noteOf(entry: CacheBreak, request: CacheRequest, pair: CacheRequest | null, { gap, tier }: Facts): BreakNote {
  const { cause, divergence } = entry;
  const block = divergence && concernedBlock(divergence);
  if (cause === "ttl-expiry" && gap !== null) return { id: "idle", gap, life: tier?.seconds ?? null };
  if (cause === "compaction")
    return { id: "compaction", before: pair?.leaf.tokens ?? null, after: request.leaf.tokens };
  // The cause may also be requests to another model in between, after which the compared model was used again.
  if (cause === "model-switch" && pair?.model !== request.model)
    return { id: "model-switch", from: shortName(pair?.model), to: shortName(request.model) };
  if (divergence && block && block.kind !== "opaque")
    return { id: "block", block: { id: block.id, kind: block.kind }, change: divergence.kind };
  return { id: "read", tokens: request.usage?.cacheRead ?? 0 };
}
