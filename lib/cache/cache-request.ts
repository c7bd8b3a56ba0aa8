import type { PrefixNode } from "../requests/prefix-tree";
import type { PromptMark, PromptPrefix } from "../requests/prompt-prefix";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { cacheWritten, type Usage } from "../transcript/usage";
import { chainKey, firstTiers, tierOf, writingChains } from "./read-expectation";

export type Breakpoint = PromptMark;

/** One request as a cache sees it. All requests of a simulation are of one `PrefixTree`; its scopes are the caches. */
export type CacheRequest = {
  readonly index: number;
  readonly agent: string;
  readonly model: string | null;
  readonly isFirstOfChain: boolean;
  /** The whole prompt; its tokens are the prompt's. */
  readonly leaf: PrefixNode;
  /** The end of tools and system prompt, where a client is assumed to put its first breakpoint. */
  readonly head: PrefixNode | null;
  /** The node at which the chain's previous prompt and its answer end, if this prompt continues it. */
  readonly answer: PrefixNode | null;
  /** In prompt order; null if the log does not hold them. */
  readonly breakpoints: readonly Breakpoint[] | null;
  /** Time to live of this chain's entries in seconds, from the logged split of its writes; null if the log does not say. */
  readonly ttl: number | null;
  /** Tokens after the last breakpoint, if reported usage shows them; otherwise 0. */
  readonly tail: number;
  /** ISO 8601. */
  readonly startedAt?: string;
  readonly firstTokenAt?: string;
  readonly endedAt?: string;
  readonly output: number | null;
  /** As reported; the calibration and the usage ledger use it. */
  readonly usage: Usage | null;
};

/** The requests of a session for `simulateCache`. */
export function toCacheRequests(requests: readonly ModelRequest[], prefixes: readonly PromptPrefix[]): CacheRequest[] {
  const tiers = firstTiers(requests);
  const isFirst = firstsOf(requests);
  const writers = writingChains(requests);
  return requests.map((request, position): CacheRequest => {
    const { leaf, head, answer, marks } = prefixes[position] as PromptPrefix;
    const { index, agent, model, usage, output, startedAt, endedAt } = request;
    const own = usage === null ? null : tierOf(usage);
    return {
      index,
      agent,
      model,
      isFirstOfChain: isFirst(request),
      leaf,
      head,
      answer,
      breakpoints: marks,
      tail: writers.has(chainKey(request)) ? tailOf(request) : 0,
      ttl: own ?? tiers.get(chainKey(request)) ?? tiers.get(agent) ?? null,
      ...(startedAt !== undefined && { startedAt }),
      ...(endedAt !== undefined && { endedAt }),
      output,
      usage,
    };
  });
}

/** A function to be called for each request in order, which returns whether it is the first of its chain. */
export function firstsOf(requests: readonly Pick<ModelRequest, "agent" | "model">[]) {
  const firsts = new Map<string, unknown>();
  for (const request of requests) if (!firsts.has(chainKey(request))) firsts.set(chainKey(request), request);
  return (request: Pick<ModelRequest, "agent" | "model">): boolean => firsts.get(chainKey(request)) === request;
}

/** If caching is used, plain input is what stands after the last breakpoint. */
function tailOf({ usage, promptTokens }: ModelRequest): number {
  if (usage === null || (usage.cacheRead ?? 0) + (cacheWritten(usage) ?? 0) === 0) return 0;
  return cacheWritten(usage) === null ? 0 : Math.min(usage.uncachedInput ?? 0, promptTokens.tokens);
}
