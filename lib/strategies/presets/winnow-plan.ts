import type { Part } from "../../conversation/part";
import { multipliersOf } from "../grammar/cache-effect";
import type { View } from "../grammar/view";

/** A part that could be put aside or dropped, with the reason and when that reason was first known. */
export type Candidate = {
  readonly part: Part;
  readonly reason: string;
  /** Index of the part among the view's entries. */
  readonly at: number;
  /** Index of the entry at which the reason was first known. */
  readonly knownAt: number;
  /** About how many tokens stay of it. */
  readonly tokensLeft: number;
};

export type RewriteRule = {
  /** How many more requests are expected to profit; null: half as many as there have been. */
  readonly horizon: number | null;
  /** Decisions are made once in this many requests. */
  readonly batch: number;
};

/** A part that is changed, and why, in words. */
export type Decision = { readonly part: Part; readonly reason: string };
/** Decisions that were made at the same time, from the entries before `end`. */
export type Round = { readonly end: number; readonly decisions: readonly Decision[] };

/**
 * Decides which candidates are changed, and when. If it is known how much of the prompt is cached, everything behind the
 * cached prefix is changed, since that costs nothing, and within the prefix only what pays for writing the cache again. If
 * it is not known, the walk over the history decides at each request from what stood before it. A longer history then gets
 * the same edits at its beginning, and the prefix stays cached.
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

/** Each part once, with the last of its reasons. */
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
 * How many more requests to expect. Only the number of requests so far is known. By Gott's rule a session with n requests
 * has at least n / 2 more with a probability of 2/3, and at least n more with one of 1/2.
 */
const expectedRequests = (soFar: number): number => Math.ceil(soFar / 2);

/**
 * Whether taking `saved` tokens from the front of this prompt pays: what later requests read less, against writing again what
 * was cached behind it. As many requests are expected as in `planRewrites`.
 */
export function paysToCut(view: View, saved: number, horizon: number | null): boolean {
  const { environment } = view;
  const { read, write } = multipliersOf(environment);
  const cached = Math.min(environment.cache?.prefixTokens ?? view.tokens(), view.tokens());
  const rewritten = Math.max(0, cached - environment.fixedTokens - saved);
  const requests = horizon ?? expectedRequests(requestStarts(view).length);
  return requests * read * saved > Math.max(0, write - read) * rewritten;
}

/** For each request, how many entries its prompt had: the index of the first entry of its answer. */
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
 * The candidates behind the place with the largest gain. The gain is what they save over the horizon, at the price of a
 * cache read, minus what it costs to write the cached tokens behind that place again. Empty if there is no gain.
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

/** Tokens of the request before each entry; the last element is the sum. */
function prefixSums(view: View): number[] {
  const sums = [view.environment.fixedTokens];
  for (const { part } of view.entries()) sums.push((sums.at(-1) as number) + view.environment.tokensOf(part));
  return sums;
}
