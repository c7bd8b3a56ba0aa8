import { cacheTotals } from "../cache/cache-totals";
import type { Analysis } from "../pipeline/analyze-session";
import type { TokenBasis } from "../tokenizers/tokenizer";
import type { Session } from "../transcript/session";
import { sumKnown, type Usage } from "../transcript/usage";
import { type WindowSource, windowUse } from "./context-window";
import { type MoneyJson, toMoneyJson } from "./money-json";
import { costOf, type SessionCost } from "./session-cost";
import { countSession, type SessionCounts } from "./session-counts";
import { listFiles, type SessionFiles } from "./session-files";

/** The JSON of `GET /api/sessions/:id`. null = the log does not say. */
export type SessionSummary = {
  readonly id: string;
  readonly title: string;
  readonly format: string;
  readonly client: string | null;
  readonly client_version: string | null;
  readonly models: readonly string[];
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly agents: readonly AgentSummary[];
  readonly counts: SessionCounts;
  readonly usage: UsageSums;
  readonly window: {
    readonly tokens: number | null;
    /** `log`: stated there; `known`: what is known of the client and the model. */
    readonly source: WindowSource | null;
    readonly peak_tokens: number | null;
    /** How the largest prompt is known. */
    readonly peak_basis: TokenBasis | null;
    readonly peak_fraction: number | null;
    readonly last_tokens: number | null;
  };
  readonly cost: SessionCost;
  readonly cache: {
    readonly read_share: number | null;
    readonly rewrite_factor: number | null;
    /** null: the log tells no writes, so a break cannot be told. */
    readonly breaks: number | null;
    readonly lost_tokens: number | null;
    readonly lost_cost: MoneyJson | null;
    /** Breaks whose cause the provider names, and how many of them the log alone explains the same way. */
    readonly reported_causes: { readonly told: number; readonly agreed: number } | null;
  };
  readonly counting: CountingSummary;
  readonly files: SessionFiles;
  /** What the import has to say about the session; at most 20, all of them are in the import's report. */
  readonly import_notes: readonly { readonly code: string; readonly message: string; readonly line: number }[];
};

const MAX_NOTES = 20;

/** How parts were counted, and how far local counts are from the reported growth of prompts (shares; null: no evidence). */
export type CountingSummary = {
  readonly tokenizer: string;
  readonly basis: "exact" | "estimated";
  readonly error_before: number | null;
  /** After calibration, each step judged by the scale of the others. */
  readonly error_after: number | null;
  readonly steps: number;
};

export type AgentSummary = {
  readonly id: string;
  readonly kind: "main" | "sub-agent";
  readonly parent: string | null;
  readonly requests: number;
  readonly peak_prompt_tokens: number;
};

/** Disjoint counters. `cache_write_unsplit`: written, but the log does not say with which time-to-live. */
export type UsageSums = {
  readonly uncached_input: number | null;
  readonly cache_write_5m: number | null;
  readonly cache_write_1h: number | null;
  readonly cache_write_unsplit: number | null;
  readonly cache_read: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
};

export function toSessionSummary(analysis: Analysis): SessionSummary {
  const { session, requests, cache } = analysis;
  const window = windowUse(session, requests);
  const totals = cacheTotals(requests, cache);
  return {
    id: session.id,
    title: session.title,
    format: session.format,
    client: session.client,
    client_version: session.clientVersions.at(-1) ?? null,
    models: modelsOf(session),
    started_at: session.startedAt ?? null,
    ended_at: session.endedAt ?? null,
    agents: summariseAgents(analysis),
    counts: countSession(session),
    usage: sumUsage(session.responses.map((response) => response.usage)),
    window: {
      tokens: window.tokens,
      source: window.source,
      peak_tokens: window.peakTokens,
      peak_basis: window.peakBasis,
      peak_fraction: window.peakFraction,
      last_tokens: window.lastTokens,
    },
    cost: costOf(analysis),
    cache: {
      read_share: totals.readShare,
      rewrite_factor: totals.rewriteFactor,
      breaks: totals.breaks,
      lost_tokens: totals.lostTokens,
      lost_cost: toMoneyJson(totals.lostCost),
      reported_causes: totals.reportedCauses,
    },
    counting: countingOf(analysis),
    files: listFiles(session),
    import_notes: session.issues.slice(0, MAX_NOTES).map(({ code, message, line }) => ({ code, message, line })),
  };
}

function countingOf({ ledger: { tokenizer, residual } }: Analysis): CountingSummary {
  const { before, after, steps } = residual;
  return { tokenizer: tokenizer.id, basis: tokenizer.basis, error_before: before, error_after: after, steps };
}

/** In the order of their first response. */
export const modelsOf = (session: Session): string[] => [
  ...new Set(session.responses.flatMap((response) => (response.model === null ? [] : [response.model]))),
];

function summariseAgents({ session, requests }: Analysis): AgentSummary[] {
  const sums = new Map<string, { requests: number; peak: number }>();
  for (const { agent, promptTokens } of requests) {
    const { requests: count, peak } = sums.get(agent) ?? { requests: 0, peak: 0 };
    sums.set(agent, { requests: count + 1, peak: Math.max(peak, promptTokens.tokens) });
  }
  return session.agents.map(({ id, kind, parent }) => {
    const { requests: count, peak } = sums.get(id) ?? { requests: 0, peak: 0 };
    return { id, kind, parent, requests: count, peak_prompt_tokens: peak };
  });
}

export function sumUsage(usages: readonly (Usage | null)[]): UsageSums {
  const sum = (field: keyof Usage) => sumKnown(usages.map((usage) => usage?.[field] ?? null));
  return {
    uncached_input: sum("uncachedInput"),
    cache_write_5m: sum("cacheWrite5m"),
    cache_write_1h: sum("cacheWrite1h"),
    cache_write_unsplit: sum("cacheWriteUnsplit"),
    cache_read: sum("cacheRead"),
    output: sum("output"),
    reasoning: sum("reasoning"),
  };
}
