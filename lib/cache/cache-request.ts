import type { PrefixNode } from "../requests/prefix-tree";
import type { PromptMark, PromptPrefix } from "../requests/prompt-prefix";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { cacheWritten, type Usage } from "../transcript/usage";
import { chainKey, firstTiers, tierOf, writingChains } from "./read-expectation";

export type Breakpoint = PromptMark;

/** A request as a cache sees it. All requests of a simulation share one `PrefixTree`, whose scopes are the caches. */
export type CacheRequest = {
  readonly index: number;
  readonly agent: string;
  readonly model: string | null;
  readonly isFirstOfChain: boolean;
  /** End of the prompt; its token count is that of the entire prompt. */
  readonly leaf: PrefixNode;
  /** End of the tools and system prompt, where a client is assumed to put its first breakpoint. */
  readonly head: PrefixNode | null;
  /** The node where the chain's previous prompt and answer end, if this prompt continues them. */
  readonly answer: PrefixNode | null;
  /** In prompt order; null if not in the log. */
  readonly breakpoints: readonly Breakpoint[] | null;
  /** Time to live of this chain's entries in seconds, from the logged split of its latest writes; null if not in the log. */
  readonly ttl: number | null;
  /** Tokens after the last breakpoint, if reported usage shows them; otherwise 0. */
  readonly tail: number;
  /** ISO 8601. */
  readonly startedAt?: string;
  readonly firstTokenAt?: string;
  readonly endedAt?: string;
  /** See `Response.isUnstreamed`. */
  readonly isUnstreamed?: true;
  readonly output: number | null;
  /** As reported. Used by the calibration and the usage ledger. */
  readonly usage: Usage | null;
};

/** The requests of a session for `simulateCache`. */
export function toCacheRequests(requests: readonly ModelRequest[], prefixes: readonly PromptPrefix[]): CacheRequest[] {
  const tiers = firstTiers(requests);
  const isFirst = firstsOf(requests);
  const writers = writingChains(requests);
  return requests.map((request, position): CacheRequest => {
    const { leaf, head, answer, marks } = prefixes[position] as PromptPrefix;
    const { index, agent, model, usage, output, startedAt, endedAt, isUnstreamed } = request;
    const firstTokenAt = firstTokenOf(request);
    const key = chainKey(request);
    const own = usage === null ? null : tierOf(usage);
    const ttl = own ?? tiers.get(key) ?? tiers.get(agent) ?? null;
    if (own !== null) tiers.set(key, own);
    return {
      index,
      agent,
      model,
      isFirstOfChain: isFirst(request),
      leaf,
      head,
      answer,
      breakpoints: marks,
      tail: writers.has(key) ? tailOf(request) : 0,
      ttl,
      ...(startedAt !== undefined && { startedAt }),
      ...(firstTokenAt !== undefined && { firstTokenAt }),
      ...(endedAt !== undefined && { endedAt }),
      ...(isUnstreamed && { isUnstreamed }),
      output,
      usage,
    };
  });
}

function firstTokenOf({ startedAt, firstTokenMs }: ModelRequest): string | undefined {
  if (startedAt === undefined || firstTokenMs === undefined) return undefined;
  const time = new Date(Date.parse(startedAt) + firstTokenMs);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** Returns a function to call for each request in order. It returns true for the first request of a chain. */
export function firstsOf(requests: readonly Pick<ModelRequest, "agent" | "model">[]) {
  const firsts = new Map<string, unknown>();
  for (const request of requests) if (!firsts.has(chainKey(request))) firsts.set(chainKey(request), request);
  return (request: Pick<ModelRequest, "agent" | "model">): boolean => firsts.get(chainKey(request)) === request;
}

/** With caching, everything after the last breakpoint is plain input. */
function tailOf({ usage, promptTokens }: ModelRequest): number {
  if (usage === null || (usage.cacheRead ?? 0) + (cacheWritten(usage) ?? 0) === 0) return 0;
  return cacheWritten(usage) === null ? 0 : Math.min(usage.uncachedInput ?? 0, promptTokens.tokens);
}
