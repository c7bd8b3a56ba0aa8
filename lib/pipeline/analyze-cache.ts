import { type CacheLine, cacheLines } from "../cache/cache-lines";
import { type CacheRequest, toCacheRequests } from "../cache/cache-request";
import { type CacheTotals, cacheTotals } from "../cache/cache-totals";
import { type CacheEconomics, cacheEconomics } from "../cache/economics";
import { findCacheProblems } from "../cache/findings";
import type { CacheFinding } from "../cache/findings/finding";
import { lastWrites, type UnreadWrite } from "../cache/findings/unread-writes";
import { sessionTexts } from "../cache/session-texts";
import { resolveModel } from "../models/resolve-model";
import type { Analysis } from "./analyze-session";

/** Facts about a session's prompt cache, except its breaks. */
export type CacheAnalysis = {
  readonly requests: readonly CacheRequest[];
  readonly lines: readonly CacheLine[];
  readonly economics: CacheEconomics;
  readonly findings: readonly CacheFinding[];
  readonly totals: CacheTotals;
  /** Writes of last requests, which nothing in the log read. */
  readonly unread: readonly UnreadWrite[];
};

/** Simulates the providers' policies, prices the session and looks for findings. Linear in blocks and requests. */
export function analyzeCache({ session, ledger, requests: calls, prefixes, cache }: Analysis): CacheAnalysis {
  const requests = toCacheRequests(calls, prefixes);
  const modelOf = rememberModels();
  const lines = cacheLines(requests, modelOf);
  const economics = cacheEconomics(requests, ledger.outputs.floors, modelOf, lines[0]?.outcomes);
  const context = { requests, textOf: sessionTexts(session), modelOf, session, calls, report: cache };
  return {
    requests,
    lines,
    economics,
    findings: findCacheProblems(context),
    totals: cacheTotals(calls, cache),
    unread: lastWrites(context),
  };
}

/** Caches resolved models, because a session has few of them and resolves them at every request. */
function rememberModels(): typeof resolveModel {
  const known = new Map<string | null, ReturnType<typeof resolveModel>>();
  return (name) => {
    if (!known.has(name)) known.set(name, resolveModel(name));
    return known.get(name) ?? null;
  };
}
