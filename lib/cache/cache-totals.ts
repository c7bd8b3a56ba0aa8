import type { ModelRequest } from "../requests/reconstruct-requests";
import { cacheWritten, promptTokens } from "../transcript/usage";
import type { CacheReport } from "./cache-break";
import { type Money, sumMoney } from "./money";

/** The key figures of a session; null if the log has no counters. */
export type CacheTotals = {
  /** ΣR ÷ ΣT. */
  readonly readShare: number | null;
  /** ΣW ÷ the largest prompt. 1 is ideal; below 1 if the start of the prompt was already cached. */
  readonly rewriteFactor: number | null;
  /**
   * Number of breaks. If the log has reads but no writes, unread tokens may never have been written, so only breaks
   * with a logged cause count; null if there are none.
   */
  readonly breaks: number | null;
  readonly lostTokens: number | null;
  readonly lostCost: Money | null;
  /**
   * Breaks whose cause the provider reported, and for how many of them the log alone indicates the same; null if there
   * are none.
   */
  readonly reportedCauses: { readonly told: number; readonly agreed: number } | null;
};

/** Sums over requests with reported usage. Pass one agent's requests for that agent's figures. */
export function cacheTotals(requests: readonly ModelRequest[], report: CacheReport): CacheTotals {
  let read = 0;
  let written = 0;
  let prompts = 0;
  let peak = 0;
  let hasWrites = false;
  for (const { usage } of requests) {
    if (usage === null || usage.cacheRead === null) continue;
    const prompt = promptTokens(usage) ?? 0;
    read += usage.cacheRead;
    prompts += prompt;
    peak = Math.max(peak, prompt);
    hasWrites ||= cacheWritten(usage) !== null;
    written += cacheWritten(usage) ?? 0;
  }
  const indexes = new Set(requests.map((request) => request.index));
  const breaks = report.breaks.filter((entry) => indexes.has(entry.request));
  const told = breaks.flatMap(({ reported }) => reported ?? []);
  // Some gateways report 0 for every cache write although the reads grow.
  const tellsWrites = hasWrites && (written > 0 || read === 0);
  const readShare = prompts === 0 ? null : read / prompts;
  const rewriteFactor = peak === 0 || !tellsWrites ? null : written / peak;
  if (!tellsWrites && breaks.length === 0)
    return { readShare, rewriteFactor, breaks: null, lostTokens: null, lostCost: null, reportedCauses: null };
  return {
    readShare,
    rewriteFactor,
    breaks: breaks.length,
    lostTokens: breaks.reduce((sum, entry) => sum + entry.lostTokens, 0),
    lostCost: breaks.length === 0 ? { amount: 0, currency: "USD" } : sumMoney(breaks.map((entry) => entry.lostCost)),
    reportedCauses:
      told.length === 0 ? null : { told: told.length, agreed: told.filter(({ agrees }) => agrees).length },
  };
}
