import type { Part } from "../../conversation/part";
import { multipliersOf } from "../grammar/cache-effect";
import type { View } from "../grammar/view";

/** Order of removal: what is least likely to be needed later comes first. */
export const RANK = { needless: 0, output: 1, client: 2, reasoning: 3, written: 4 } as const;

/** A part that could be put aside or dropped, with the reason and when it became known. */
export type Candidate = {
  readonly part: Part;
  readonly reason: string;
  readonly rank: number;
  /** Index of the part among the view's entries. */
  readonly at: number;
  /** Index of the entry at which the reason became known. */
  readonly knownAt: number;
  /** Approximate tokens that stay. */
  readonly tokensLeft: number;
  /** An earlier part that stays shows the same text. */
  readonly isCopy?: boolean;
};

export type RewriteRule = {
  /** Expected number of further requests that profit; null for half the number of requests so far. */
  readonly horizon: number | null;
  /** Decides once per this many requests. */
  readonly batch: number;
};

/** Each part once, with its last reason. */
export const oncePerCandidate = (candidates: readonly Candidate[]): Candidate[] => [
  ...new Map(candidates.map((candidate) => [candidate.part, candidate])).values(),
];

/**
 * Expected number of further requests, given only those so far. By Gott's rule a session with n requests has at least n
 * / 2 more with probability 2/3, and at least n more with probability 1/2.
 */
export const expectedRequests = (soFar: number): number => Math.ceil(soFar / 2);

/** For each request, how many entries its prompt had: the index of the first entry of its answer. */
function requestStarts(view: View): number[] {
  const starts: number[] = [];
  let entries = 0;
  for (const { role, parts } of view.conversation.messages) {
    if (role === "assistant") starts.push(entries);
    entries += parts.length;
  }
  return starts;
}

/** For each request, including the pending one, how many entries its prompt has. */
export function requestEnds(view: View): number[] {
  const starts = requestStarts(view);
  const isAnswered = view.conversation.messages.at(-1)?.role === "assistant";
  return isAnswered ? starts : [...starts, view.entries().length];
}

/**
 * The candidates after the place with the largest gain: what they save over the horizon at the cache-read price, minus
 * the cost of rewriting the cached tokens after that place. Empty if there is no gain.
 */
export function paying(
  view: View,
  candidates: readonly Candidate[],
  cachedTokens: number,
  horizon: number,
  sums: readonly number[],
): Candidate[] {
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
  return newestFirst.slice(0, best.count).map((candidate) => ({
    ...candidate,
    reason: `${candidate.reason}: the rewrite pays for itself after ${best.requests} of ${horizon} expected requests`,
  }));
}

/** Tokens of the request before each entry; the last element is the sum. */
export function prefixSums(view: View): number[] {
  const sums = [view.environment.fixedTokens];
  for (const { part } of view.entries()) sums.push((sums.at(-1) as number) + view.environment.tokensOf(part));
  return sums;
}
