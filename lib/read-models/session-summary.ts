import { moneyAnswer } from "../api/answers/money";
import type { AgentSummary, CountingSummary, SessionSummary, UsageSums } from "../api/schemas/session";
import { cacheTotals } from "../cache/cache-totals";
import type { Analysis } from "../pipeline/analyze-session";
import type { SimulatedSession } from "../pipeline/simulate-session";
import type { Session } from "../transcript/session";
import { sumKnown, type Usage } from "../transcript/usage";
import { clientTotals } from "./client-totals";
import { windowUse } from "./context-window";
import { costEnds, costOf } from "./session-cost";
import { countSession } from "./session-counts";
import { listFiles } from "./session-files";
import { simulatedKeyFigures } from "./simulated-cache";
import { visibleName } from "./visible-name";

const MAX_NOTES = 20;

/** `simulated`: the cache of a session whose log reports none; null if it does. */
export function toSessionSummary(analysis: Analysis, simulated: SimulatedSession | null = null): SessionSummary {
  const { session, requests, cache } = analysis;
  const window = windowUse(session, requests);
  const totals = cacheTotals(requests, cache);
  const stated = clientTotals(analysis);
  return {
    id: session.id,
    title: visibleName(session.title),
    format: session.format,
    client: session.client,
    client_version: session.clientVersions.at(-1) ?? null,
    models: modelsOf(session).map(visibleName),
    stated: session.stated ?? null,
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
    cost: costOf(analysis, costEnds(analysis, simulated)),
    ...(stated && { client_totals: stated }),
    cache: {
      read_share: totals.readShare,
      rewrite_factor: totals.rewriteFactor,
      breaks: totals.breaks,
      lost_tokens: totals.lostTokens,
      lost_cost: moneyAnswer(totals.lostCost),
      reported_causes: totals.reportedCauses,
      simulated: simulatedKeyFigures(analysis, simulated),
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
