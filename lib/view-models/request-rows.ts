import type { BreakCause, BreakLetter, CacheBreak, Confidence } from "../cache/cache-break";
import type { ContentKind } from "../ledger/content-kind";
import type { Analysis } from "../pipeline/analyze-session";
import type { TokenBasis } from "../tokenizers/tokenizer";
import { cacheWritten } from "../transcript/usage";
import { type MoneyJson, toMoneyJson } from "./money-json";

/** One row of `GET /api/sessions/:id/requests` (api.md 4), and what the session page needs beside it. */
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
  readonly uncached: number | null;
  readonly output: number | null;
  readonly output_is_floor: boolean;
  readonly composition: Readonly<Record<ContentKind, number>>;
  readonly expected_read: number | null;
  readonly simulated: Readonly<
    Record<string, { readonly read: number; readonly written: number; readonly uncached: number }>
  >;
  readonly follows_unlogged_call: boolean;
  readonly break: BreakJson | null;
};

export type BreakJson = {
  readonly cause: BreakCause;
  readonly letter: BreakLetter;
  readonly confidence: Confidence;
  readonly is_expected: boolean;
  readonly lost_tokens: number;
  readonly lost_cost: MoneyJson | null;
  readonly evidence: string;
};

/** The requests of one agent, or of all. */
export function toRequestRows(analysis: Analysis, agent?: string): RequestRow[] {
  const { requests, cache, ledger } = analysis;
  const breaks = new Map(cache.breaks.map((entry) => [entry.request, entry]));
  const unlogged = new Set(cache.unloggedCalls);
  return requests
    .filter((request) => agent === undefined || request.agent === agent)
    .map((request) => ({
      index: request.index,
      index_in_agent: request.indexInAgent,
      agent: request.agent,
      model: request.model,
      started_at: request.startedAt ?? null,
      ended_at: request.endedAt ?? null,
      prompt_tokens: request.promptTokens.tokens,
      prompt_basis: request.promptTokens.basis,
      cache_read: request.usage?.cacheRead ?? null,
      cache_write: request.usage === null ? null : cacheWritten(request.usage),
      uncached: request.usage?.uncachedInput ?? null,
      output: request.output,
      output_is_floor: ledger.outputs.floors.has(request.index),
      composition: request.composition,
      expected_read: cache.expectedRead[request.index] ?? null,
      simulated: {},
      follows_unlogged_call: unlogged.has(request.index),
      break: toBreakJson(breaks.get(request.index)),
    }));
}

function toBreakJson(entry: CacheBreak | undefined): BreakJson | null {
  if (entry === undefined) return null;
  return {
    cause: entry.cause,
    letter: entry.letter,
    confidence: entry.confidence,
    is_expected: entry.isExpected,
    lost_tokens: entry.lostTokens,
    lost_cost: toMoneyJson(entry.lostCost),
    evidence: entry.evidence.join(" "),
  };
}
