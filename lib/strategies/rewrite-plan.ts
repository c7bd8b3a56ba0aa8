import type { ToolResultPart } from "../conversation/part";
import { multipliersOf } from "./cache-effect";
import type { View } from "./view";

/** A result that could be put aside: why, and the entry at which that is first known. */
export type Candidate = {
  readonly result: ToolResultPart;
  readonly reason: string;
  /** Index of the result among the view's entries, and of the entry that makes it needless. */
  readonly at: number;
  readonly knownAt: number;
  /** Tokens that are left of it. */
  readonly tokensLeft: number;
};

export type RewriteRule = {
  /** Requests that are expected to profit. */
  readonly horizon: number;
  /** Decisions are made only every this many results. */
  readonly batch: number;
};

/** What is decided about a candidate, in words. */
export type Decision = { readonly partId: string; readonly reason: string };

/**
 * Which candidates to put aside. Where the cache is known: those behind the cached prefix at no cost, and those within
 * where the rewrite pays. Where it is not, the history is walked as it grew, and every decision uses only what stood
 * before it: so the same history with more behind it gets the same edits, and the prefix stays cached.
 */
export function planRewrites(view: View, candidates: readonly Candidate[], rule: RewriteRule): Decision[] {
  const sums = prefixSums(view);
  const { cache } = view.environment;
  if (!cache) return walkHistory(view, candidates, rule, sums);
  const cached = Math.min(cache.prefixTokens, sums.at(-1) as number);
  const free = candidates.filter(({ at }) => (sums[at] as number) >= cache.prefixTokens);
  const inside = candidates.filter(({ at }) => (sums[at] as number) < cache.prefixTokens);
  const why = cache.prefixTokens === 0 ? "the cache is cold" : "behind the cached prefix";
  const decided = free.map(({ result, reason }) => ({ partId: result.id, reason: `${reason}: ${why}` }));
  return [...decided, ...paying(view, inside, cached, rule.horizon, sums)];
}

function walkHistory(
  view: View,
  candidates: readonly Candidate[],
  rule: RewriteRule,
  sums: readonly number[],
): Decision[] {
  const waiting = [...candidates].sort((a, b) => a.knownAt - b.knownAt);
  const decided: Decision[] = [];
  let pending: Candidate[] = [];
  let next = 0;
  for (const boundary of boundaries(view, rule.batch)) {
    while ((waiting[next]?.knownAt ?? Number.POSITIVE_INFINITY) <= boundary) pending.push(waiting[next++] as Candidate);
    if (pending.length === 0) continue;
    const chosen = paying(view, pending, sums[boundary + 1] as number, rule.horizon, sums);
    if (chosen.length === 0) continue;
    decided.push(...chosen);
    const gone = new Set(chosen.map(({ partId }) => partId));
    pending = pending.filter(({ result }) => !gone.has(result.id));
  }
  return decided;
}

/** Entry indexes of every `batch`-th result. */
function boundaries(view: View, batch: number): number[] {
  const found: number[] = [];
  let results = 0;
  view.entries().forEach(({ part }, index) => {
    if (part.type !== "tool-result") return;
    results += 1;
    if (results % batch === 0) found.push(index);
  });
  return found;
}

/**
 * The candidates from the best place on: what they save at the read price over the horizon, less what rewriting the
 * cached tokens behind that place costs. None where nothing pays.
 */
function paying(
  view: View,
  candidates: readonly Candidate[],
  cachedTokens: number,
  horizon: number,
  sums: readonly number[],
) {
  const { read, write } = multipliersOf(view.environment);
  const newestFirst = [...candidates].sort((a, b) => b.at - a.at);
  let saved = 0;
  let best = { gain: 0, count: 0, requests: 0 };
  newestFirst.forEach(({ result, at, tokensLeft }, index) => {
    saved += view.environment.tokensOf(result) - tokensLeft;
    const rewritten = Math.max(0, cachedTokens - (sums[at] as number) - saved);
    const cost = Math.max(0, write - read) * rewritten;
    const gain = horizon * read * saved - cost;
    if (gain > best.gain) best = { gain, count: index + 1, requests: Math.ceil(cost / (read * saved)) };
  });
  return newestFirst.slice(0, best.count).map(({ result, reason }) => ({
    partId: result.id,
    reason: `${reason}: the rewrite pays after ${best.requests} of ${horizon} requests`,
  }));
}

/** Tokens before each entry, and in all, from the start of the request. */
function prefixSums(view: View): number[] {
  const sums = [view.environment.fixedTokens];
  for (const { part } of view.entries()) sums.push((sums.at(-1) as number) + view.environment.tokensOf(part));
  return sums;
}
