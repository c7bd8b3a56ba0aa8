import type { Part } from "../../conversation/part";
import { multipliersOf } from "../grammar/cache-effect";
import type { View } from "../grammar/view";

/** A part that could be put aside or dropped: why, and the entry at which that is first known. */
export type Candidate = {
  readonly part: Part;
  readonly reason: string;
  /** Index of the part among the view's entries, and of the last entry that must be there for the reason to hold. */
  readonly at: number;
  readonly knownAt: number;
  /** Tokens that are left of it, about. */
  readonly tokensLeft: number;
};

export type RewriteRule = {
  /** Requests that are expected to profit; null: half as many as there have been. */
  readonly horizon: number | null;
  /** Decisions are made only every this many requests. */
  readonly batch: number;
};

/** What is decided about a part, in words. */
export type Decision = { readonly part: Part; readonly reason: string };
/** Decisions made at the same time: with the entries up to `end` in view. */
export type Round = { readonly end: number; readonly decisions: readonly Decision[] };

/**
 * Which candidates go, and when that was decided. Where the cache is known: those behind the cached prefix at no cost,
 * and those within where the rewrite pays. Where it is not, the history is walked as it grew, and every decision uses
 * only what stood before it: so the same history with more behind it gets the same edits, and the prefix stays cached.
 */
export function planRewrites(view: View, candidates: readonly Candidate[], rule: RewriteRule): Round[] {
  const sums = prefixSums(view);
  const { cache } = view.environment;
  if (!cache) return walkHistory(view, candidates, rule, sums);
  const known = oncePerCandidate(candidates);
  const end = view.entries().length;
  const cached = Math.min(cache.prefixTokens, sums[end] as number);
  const isFree = ({ at }: Candidate) => (sums[at] as number) >= cache.prefixTokens;
  const why = cache.prefixTokens === 0 ? "the cache is cold" : "behind the cached prefix";
  const free = known.filter(isFree).map(({ part, reason }) => ({ part, reason: `${reason}: ${why}` }));
  const horizon = rule.horizon ?? expectedRequests(requestStarts(view).length);
  const inside = paying(
    view,
    known.filter((candidate) => !isFree(candidate)),
    cached,
    horizon,
    sums,
  );
  return [{ end, decisions: [...inside, ...free] }];
}

/** Each part once, with what is known of it by now: the last of its reasons. */
export const oncePerCandidate = (candidates: readonly Candidate[]): Candidate[] => [
  ...new Map(candidates.map((candidate) => [candidate.part, candidate])).values(),
];

function walkHistory(
  view: View,
  candidates: readonly Candidate[],
  rule: RewriteRule,
  sums: readonly number[],
): Round[] {
  const waiting = [...candidates].sort((a, b) => a.knownAt - b.knownAt);
  const rounds: Round[] = [];
  const gone = new Set<Part>();
  let pending: Candidate[] = [];
  let next = 0;
  requestStarts(view).forEach((end, requests) => {
    if (requests === 0 || requests % rule.batch !== 0) return;
    while ((waiting[next]?.knownAt ?? Number.POSITIVE_INFINITY) < end) pending.push(waiting[next++] as Candidate);
    pending = oncePerCandidate(pending).filter(({ part }) => !gone.has(part));
    const decisions = paying(view, pending, sums[end] as number, rule.horizon ?? expectedRequests(requests), sums);
    if (decisions.length === 0) return;
    rounds.push({ end, decisions });
    for (const { part } of decisions) gone.add(part);
  });
  return rounds;
}

/**
 * How many more requests to count on. Nothing is known of a session but how long it has gone on; then one that has had n
 * requests has half as many more with a chance of two in three, and as many with an even one (Gott's rule).
 */
const expectedRequests = (soFar: number): number => Math.ceil(soFar / 2);

/** Entries that stood when each request was sent: the index of the first entry of its answer. */
export function requestStarts(view: View): number[] {
  const starts: number[] = [];
  let before: unknown;
  view.entries().forEach(({ message }, index) => {
    if (message !== before && message.role === "assistant") starts.push(index);
    before = message;
  });
  return starts;
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
): Decision[] {
  const { read, write } = multipliersOf(view.environment);
  const newestFirst = [...candidates].sort((a, b) => b.at - a.at);
  let saved = 0;
  let best = { gain: 0, count: 0, requests: 0 };
  newestFirst.forEach(({ part, at, tokensLeft }, index) => {
    saved += Math.max(0, view.environment.tokensOf(part) - tokensLeft);
    const rewritten = Math.max(0, cachedTokens - (sums[at] as number) - saved);
    const cost = Math.max(0, write - read) * rewritten;
    const gain = horizon * read * saved - cost;
    if (gain > best.gain) best = { gain, count: index + 1, requests: Math.ceil(cost / (read * saved)) };
  });
  return newestFirst.slice(0, best.count).map(({ part, reason }) => ({
    part,
    reason: `${reason}: the rewrite pays after ${best.requests} of ${horizon} requests`,
  }));
}

/** Tokens before each entry, and in all, from the start of the request. */
function prefixSums(view: View): number[] {
  const sums = [view.environment.fixedTokens];
  for (const { part } of view.entries()) sums.push((sums.at(-1) as number) + view.environment.tokensOf(part));
  return sums;
}
