import type { BreakCause, BreakLetter } from "../cache/break-cause";
import type { CacheBreak, Confidence } from "../cache/cache-break";
import type { ContentKind } from "../ledger/content-kind";
import { modelPricesAt } from "../models/price-at";
import { costWithoutCache, priceUsage, type UsageCost } from "../models/price-usage";
import type { Analysis } from "../pipeline/analyze-session";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { TokenBasis } from "../tokenizers/tokenizer";
import { cacheWritten } from "../transcript/usage";
import { messagePositions } from "./message-positions";
import { type MoneyJson, roundAmount, toMoneyJson } from "./money-json";
import { messages } from "./wording";

/** One row of `GET /api/sessions/:id/requests`, and what the session page needs beside it. */
export type RequestRow = {
  /** 0-based over all agents, as `POST /api/compress` takes it in `session.request`. */
  readonly index: number;
  /** 0-based among the requests of its agent; what the screen shows, plus one. */
  readonly index_in_agent: number;
  readonly agent: string;
  readonly model: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly prompt_tokens: number;
  readonly prompt_basis: TokenBasis;
  readonly cache_read: number | null;
  readonly cache_write: number | null;
  /** The parts of `cache_write` by time-to-live; null where the log does not split it. */
  readonly cache_write_5m: number | null;
  readonly cache_write_1h: number | null;
  readonly uncached: number | null;
  /** The room that the log itself states for this call, in tokens; null where it states none. */
  readonly limits: LimitsJson | null;
  readonly output: number | null;
  readonly output_is_floor: boolean;
  readonly composition: Readonly<Record<ContentKind, number>>;
  /**
   * Its prompt stands in the agent's messages [start, end), as `from` of GET …/messages counts them; the answer comes
   * from `message_end` on.
   */
  readonly message_start: number;
  readonly message_end: number;
  /** Reported usage at list prices; a floor where counters or part of the output are missing. null without a price. */
  readonly cost: MoneyJson | null;
  readonly cost_is_floor: boolean;
  /** The same call with its whole prompt as plain input. */
  readonly cost_without_cache: MoneyJson | null;
  /** The pause before it, where that outlived the cache entries it could have read: from start to start. */
  readonly idle: { readonly seconds: number; readonly time_to_live_seconds: number } | null;
  readonly expected_read: number | null;
  readonly follows_unlogged_call: boolean;
  readonly break: BreakJson | null;
};

export type LimitsJson = {
  readonly window: number | null;
  readonly max_prompt: number | null;
  readonly compact_at: number | null;
};

export type BreakJson = {
  readonly cause: BreakCause;
  readonly letter: BreakLetter;
  readonly confidence: Confidence;
  readonly is_expected: boolean;
  readonly lost_tokens: number;
  readonly lost_cost: MoneyJson | null;
  readonly evidence: string;
  /** The provider's word, where the log has it, and the cause that the log alone shows. */
  readonly reported: { readonly reason: string; readonly own_cause: BreakCause; readonly agrees: boolean } | null;
};

/** The requests of one agent, or of all. */
export const toRequestRows = (analysis: Analysis, agent?: string): RequestRow[] =>
  analysis.requests.filter((request) => agent === undefined || request.agent === agent).map(requestRowOf(analysis));

/** Makes the row of one request of the session. */
export function requestRowOf(analysis: Analysis): (request: ModelRequest) => RequestRow {
  const facts = collectFacts(analysis);
  return (request) => toRow(request, facts);
}

/** By index of the request. */
function collectFacts(analysis: Analysis) {
  const { session, cache, ledger } = analysis;
  return {
    positions: messagePositions(session),
    breaks: new Map(cache.breaks.map((entry) => [entry.request, entry])),
    idles: new Map(cache.idleGaps.map((gap) => [gap.request, gap])),
    unlogged: new Set(cache.unloggedCalls),
    expectedRead: cache.expectedRead,
    floors: ledger.outputs.floors,
  };
}

function toRow(request: ModelRequest, facts: ReturnType<typeof collectFacts>): RequestRow {
  const { index, agent, usage, span, promptTokens } = request;
  const idle = facts.idles.get(index);
  return {
    index,
    index_in_agent: request.indexInAgent,
    agent,
    model: request.model,
    started_at: request.startedAt ?? null,
    ended_at: request.endedAt ?? null,
    prompt_tokens: promptTokens.tokens,
    prompt_basis: promptTokens.basis,
    cache_read: usage?.cacheRead ?? null,
    cache_write: usage === null ? null : cacheWritten(usage),
    cache_write_5m: usage?.cacheWrite5m ?? null,
    cache_write_1h: usage?.cacheWrite1h ?? null,
    uncached: usage?.uncachedInput ?? null,
    limits: toLimitsJson(request),
    output: request.output,
    output_is_floor: facts.floors.has(index),
    composition: request.composition,
    message_start: facts.positions(agent, span.start),
    message_end: facts.positions(agent, span.end),
    ...costsOf(request, facts.floors.has(index)),
    idle: idle ? { seconds: idle.seconds, time_to_live_seconds: idle.timeToLive } : null,
    expected_read: facts.expectedRead[index] ?? null,
    follows_unlogged_call: facts.unlogged.has(index),
    break: toBreakJson(facts.breaks.get(index)),
  };
}

export const toLimitsJson = ({ limits }: ModelRequest): LimitsJson | null =>
  limits
    ? { window: limits.window ?? null, max_prompt: limits.maxPrompt ?? null, compact_at: limits.compactAt ?? null }
    : null;

function costsOf({ usage, model, startedAt }: ModelRequest, isOutputFloor: boolean) {
  const prices = modelPricesAt(model, startedAt);
  if (usage === null || prices === null) return { cost: null, cost_is_floor: false, cost_without_cache: null };
  const cost = priceUsage(usage, prices);
  return {
    cost: toMoney(cost),
    cost_is_floor: cost !== null && (cost.isPartial || isOutputFloor),
    cost_without_cache: toMoney(costWithoutCache(usage, prices)),
  };
}

const toMoney = (cost: UsageCost | null): MoneyJson | null =>
  cost === null ? null : { amount: roundAmount(cost.amount), currency: cost.currency };

function toBreakJson(entry: CacheBreak | undefined): BreakJson | null {
  if (entry === undefined) return null;
  return {
    cause: entry.cause,
    letter: entry.letter,
    confidence: entry.confidence,
    is_expected: entry.isExpected,
    lost_tokens: entry.lostTokens,
    lost_cost: toMoneyJson(entry.lostCost),
    evidence: entry.evidence.map(messages.breakEvidence).join(" "),
    reported: entry.reported
      ? { reason: entry.reported.reason, own_cause: entry.reported.own, agrees: entry.reported.agrees }
      : null,
  };
}
