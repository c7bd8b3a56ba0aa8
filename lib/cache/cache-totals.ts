import type { ModelRequest } from "../requests/reconstruct-requests";
import { cacheWritten, promptTokens } from "../transcript/usage";
import type { CacheReport } from "./cache-break";
import { type Money, sumMoney } from "./money";

/** The key figures of a session; null if the log has no counters. */
export type CacheTotals = {
  /** ΣR ÷ ΣT. */
  readonly readShare: number | null;
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
  let prompts = 0;
  for (const { usage } of requests) {
    if (usage === null || usage.cacheRead === null) continue;
    read += usage.cacheRead;
    prompts += promptTokens(usage) ?? 0;
  }
  const indexes = new Set(requests.map((request) => request.index));
  const breaks = report.breaks.filter((entry) => indexes.has(entry.request));
  const told = breaks.flatMap(({ reported }) => reported ?? []);
  const readShare = prompts === 0 ? null : read / prompts;
  if (breaks.length === 0 && !reportsWrites(requests))
    return { readShare, breaks: null, lostTokens: null, lostCost: null, reportedCauses: null };
  return {
    readShare,
    breaks: breaks.length,
    lostTokens: breaks.reduce((sum, entry) => sum + entry.lostTokens, 0),
    lostCost: breaks.length === 0 ? { amount: 0, currency: "USD" } : sumMoney(breaks.map((entry) => entry.lostCost)),
    reportedCauses:
      told.length === 0 ? null : { told: told.length, agreed: told.filter(({ agrees }) => agrees).length },
  };
}

/** True if the log reports cache writes. Some gateways report 0 for every write although the reads grow. */
export function reportsWrites(requests: readonly Pick<ModelRequest, "usage">[]): boolean {
  let [hasWrites, written, read] = [false, 0, 0];
  for (const { usage } of requests) {
    if (usage === null || usage.cacheRead === null) continue;
    const own = cacheWritten(usage);
    hasWrites ||= own !== null;
    written += own ?? 0;
    read += usage.cacheRead;
  }
  return hasWrites && (written > 0 || read === 0);
}
