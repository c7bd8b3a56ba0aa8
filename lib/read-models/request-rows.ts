import { moneyAnswer, roundAmount } from "../api/answers/money";
import type { Money } from "../api/schemas/fields";
import type { BreakJson, LimitsJson, RequestRow } from "../api/schemas/request-row";
import type { CacheBreak } from "../cache/cache-break";
import { reportsCache } from "../cache/unreported-cache";
import { countLeading } from "../conversation/count-leading";
import { modelPricesAt } from "../models/price-at";
import { costWithoutCache, priceUsage, type UsageCost } from "../models/price-usage";
import type { Analysis } from "../pipeline/analyze-session";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session } from "../transcript/session";
import { cacheWritten, type Usage } from "../transcript/usage";
import { mostLostOf } from "./break-cards";
import { breakEvidence } from "./words/break-evidence";

/** The requests of one agent, or of all. */
export const toRequestRows = (analysis: Analysis, agent?: string): RequestRow[] =>
  analysis.requests.filter((request) => agent === undefined || request.agent === agent).map(requestRowOf(analysis));

/** The logged usage of a row; what a row does not contain is null. */
export function usageOfRow(row: RequestRow): Usage {
  const isSplit = row.cache_write_5m !== null || row.cache_write_1h !== null;
  return {
    uncachedInput: row.uncached,
    cacheWrite5m: row.cache_write_5m,
    cacheWrite1h: row.cache_write_1h,
    cacheWriteUnsplit: isSplit ? null : row.cache_write,
    cacheRead: row.cache_read,
    output: row.output,
    reasoning: row.reasoning,
  };
}

/** Returns a function that makes the row of a request. */
export function requestRowOf(analysis: Analysis): (request: ModelRequest) => RequestRow {
  const facts = collectFacts(analysis);
  return (request) => toRow(request, facts);
}

/** Facts of each request, by its index. */
function collectFacts(analysis: Analysis) {
  const { session, cache, ledger } = analysis;
  return {
    positions: messagePositions(session),
    breaks: new Map(cache.breaks.map((entry) => [entry.request, entry])),
    idles: new Map(cache.idleGaps.map((gap) => [gap.request, gap])),
    unlogged: new Set(cache.unloggedCalls),
    expectedRead: cache.expectedRead,
    floors: ledger.outputs.floors,
    isReadKnown: reportsCache(analysis.requests) || analysis.requests.length === 1,
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
    first_token_ms: request.firstTokenMs ?? null,
    prompt_tokens: promptTokens.tokens,
    prompt_basis: promptTokens.basis,
    cache_read: usage?.cacheRead ?? null,
    cache_write: usage === null ? null : cacheWritten(usage),
    cache_write_5m: usage?.cacheWrite5m ?? null,
    cache_write_1h: usage?.cacheWrite1h ?? null,
    uncached: usage?.uncachedInput ?? null,
    limits: toLimitsJson(request),
    output: request.output,
    reasoning: usage?.reasoning ?? null,
    output_is_floor: facts.floors.has(index),
    composition: request.composition,
    message_start: facts.positions(agent, span.start),
    message_end: facts.positions(agent, span.end),
    ...costsOf(request, facts),
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

type CostFacts = Pick<ReturnType<typeof collectFacts>, "floors" | "isReadKnown">;

function costsOf({ usage, model, startedAt, index }: ModelRequest, { floors, isReadKnown }: CostFacts) {
  const prices = modelPricesAt(model, startedAt);
  if (usage === null || prices === null) return { cost: null, cost_is_floor: false, cost_without_cache: null };
  // The price depends on cache reads. In a log that reports none, only the request of a single-request session
  // certainly read nothing.
  const isUnknown = !isReadKnown && prices.cacheRead !== prices.input;
  const cost = isUnknown ? null : priceUsage(usage, prices);
  return {
    cost: toMoney(cost),
    cost_is_floor: cost !== null && (cost.isPartial || floors.has(index)),
    cost_without_cache: toMoney(costWithoutCache(usage, prices)),
  };
}

const toMoney = (cost: UsageCost | null): Money | null =>
  cost === null ? null : { amount: roundAmount(cost.amount), currency: cost.currency };

function toBreakJson(entry: CacheBreak | undefined): BreakJson | null {
  if (entry === undefined) return null;
  return {
    cause: entry.cause,
    letter: entry.letter,
    confidence: entry.confidence,
    is_expected: entry.isExpected,
    lost_tokens: entry.lostTokens,
    lost_cost: moneyAnswer(entry.lostCost),
    ...mostLostOf(entry),
    evidence: entry.evidence.map((fact) => breakEvidence(fact)).join(" "),
    facts: entry.evidence,
    reported: entry.reported
      ? { reason: entry.reported.reason, own_cause: entry.reported.own, agrees: entry.reported.agrees }
      : null,
  };
}

/** Number of an agent's messages before an index of `Session.messages`: its position in that agent's pages. */
type MessagePositions = (agent: string, messageIndex: number) => number;

/**
 * The messages are counted once; then each query takes one binary search. Includes hidden messages, which
 * the pages also contain.
 */
function messagePositions(session: Pick<Session, "messages">): MessagePositions {
  const byAgent = new Map<string, number[]>();
  session.messages.forEach(({ agent }, index) => {
    const own = byAgent.get(agent);
    if (own) own.push(index);
    else byAgent.set(agent, [index]);
  });
  return (agent, messageIndex) => countLeading(byAgent.get(agent) ?? [], (index) => index < messageIndex);
}
