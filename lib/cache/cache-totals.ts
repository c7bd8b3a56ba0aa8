import type { ModelRequest } from "../requests/reconstruct-requests";
import { cacheWritten, promptTokens } from "../transcript/usage";
import type { CacheReport } from "./cache-break";
import { type Money, sumMoney } from "./money";

/** The key figures of a session; null where the log has no counters. */
export type CacheTotals = {
  /** ΣR ÷ ΣT. */
  readonly readShare: number | null;
  /** ΣW ÷ the largest prompt held: 1 is ideal, below 1 the head was warm already. */
  readonly rewriteFactor: number | null;
  readonly breaks: number;
  readonly lostTokens: number;
  readonly lostCost: Money | null;
};

/** Sums over the requests whose usage is reported; pass one agent's requests for that agent's figures. */
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
  return {
    readShare: prompts === 0 ? null : read / prompts,
    rewriteFactor: peak === 0 || !hasWrites ? null : written / peak,
    breaks: breaks.length,
    lostTokens: breaks.reduce((sum, entry) => sum + entry.lostTokens, 0),
    lostCost: breaks.length === 0 ? { amount: 0, currency: "USD" } : sumMoney(breaks.map((entry) => entry.lostCost)),
  };
}
