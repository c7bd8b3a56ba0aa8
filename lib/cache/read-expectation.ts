import type { ModelRequest } from "../requests/reconstruct-requests";
import { cacheWritten, type Usage } from "../transcript/usage";
import { FIVE_MINUTES, ONE_HOUR } from "./time-to-live";

/** Time to live of a cache entry. `isLogged`: the log shows it by the 5 m / 1 h split of the writes. */
export type TimeToLive = { readonly seconds: number; readonly isLogged: boolean };

/** The request fields used by the usage ledger. */
export type LedgerRequest = Pick<ModelRequest, "agent" | "model" | "usage"> & {
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly isUnstreamed?: true | undefined;
};

/**
 * What the usage ledger expects of one request:
 *
 *     readable = R₋₁ + W₋₁                     what the chain's last request left in the cache
 *     expected = readable, or 0 once the entries have expired (start to start)
 */
export type ReadExpectation<Request extends LedgerRequest = ModelRequest> = {
  /** The previous request in its chain (agent and model). */
  readonly previous: Request;
  readonly read: number;
  readonly readable: number;
  readonly expected: number;
  /** Seconds from start to start; null if the log has no times. */
  readonly gap: number | null;
  readonly timeToLive: TimeToLive;
};

/**
 * One expectation per request. Null for the first of a chain, and if the log has no read and write counters (those
 * providers need a separate policy). A chain consists of the requests of one agent to one model: caches are kept per
 * model, and side calls would otherwise look like breaks.
 */
export function expectReads<Request extends LedgerRequest = ModelRequest>(
  requests: readonly Request[],
  defaultTimeToLive: (model: string | null) => number | null,
): (ReadExpectation<Request> | null)[] {
  const tiers = firstTiers(requests);
  const writers = writingChains(requests);
  const chains = new Map<string, { last: Request; tier: number | null }>();
  return requests.map((request) => {
    const { usage } = request;
    if (usage === null || usage.cacheRead === null || cacheWritten(usage) === null) return null;
    const key = chainKey(request);
    if (!writers.has(key)) return null;
    const chain = chains.get(key);
    const tier = chain?.tier ?? tiers.get(key) ?? tiers.get(request.agent) ?? null;
    chains.set(key, { last: request, tier: tierOf(usage) ?? tier });
    if (chain === undefined) return null;
    const seconds = tier ?? defaultTimeToLive(request.model) ?? FIVE_MINUTES;
    return expectation(request, chain.last, usage.cacheRead, { seconds, isLogged: tier !== null });
  });
}

function expectation<Request extends LedgerRequest>(
  request: Request,
  previous: Request,
  read: number,
  timeToLive: TimeToLive,
): ReadExpectation<Request> {
  const readable = cachedBy(previous);
  const gap = gapBetween(previous, request);
  const expected = gap !== null && gap > timeToLive.seconds ? 0 : readable;
  return { previous, read, readable, expected, gap, timeToLive };
}

/** Tokens in the cache after a request. */
export function cachedBy(request: Pick<ModelRequest, "usage">): number {
  const { usage } = request;
  return usage === null ? 0 : (usage.cacheRead ?? 0) + (cacheWritten(usage) ?? 0);
}

export const chainKey = (request: Pick<ModelRequest, "agent" | "model">): string =>
  `${request.agent}\n${request.model ?? ""}`;

/**
 * The time to live is counted from the start of a request, not from the end of its answer. A request for an answer in one
 * piece repeats an attempt that hung, and the log does not show when it started, so the end is the latest possible time.
 */
export function gapBetween(
  previous: Pick<LedgerRequest, "startedAt" | "endedAt" | "isUnstreamed">,
  request: Pick<LedgerRequest, "startedAt">,
): number | null {
  const from = previous.isUnstreamed ? previous.endedAt : previous.startedAt;
  if (from === undefined || request.startedAt === undefined) return null;
  const seconds = (Date.parse(request.startedAt) - Date.parse(from)) / 1000;
  return Number.isNaN(seconds) ? null : seconds;
}

/**
 * Time to live of what a request wrote. If it used both tiers, the shorter one applies to the end of the prompt, which
 * the next request needs.
 */
export function tierOf(usage: Usage): number | null {
  if ((usage.cacheWrite5m ?? 0) > 0) return FIVE_MINUTES;
  return (usage.cacheWrite1h ?? 0) > 0 ? ONE_HOUR : null;
}

/**
 * Chains with reported writes. Some gateways send a write counter that is always 0 while the reads grow. Those counters
 * are ignored.
 */
export function writingChains(requests: readonly LedgerRequest[]): ReadonlySet<string> {
  const writing = new Set<string>();
  const reading = new Set<string>();
  const all = new Set<string>();
  for (const request of requests) {
    const key = chainKey(request);
    all.add(key);
    if (cachedBy(request) === 0 || request.usage === null) continue;
    if ((cacheWritten(request.usage) ?? 0) > 0) writing.add(key);
    else reading.add(key);
  }
  return new Set([...all].filter((key) => writing.has(key) || !reading.has(key)));
}

/** The first time to live seen per chain and per agent, for requests that precede any write. */
export function firstTiers(requests: readonly LedgerRequest[]): Map<string, number> {
  const tiers = new Map<string, number>();
  for (const request of requests) {
    const tier = request.usage === null ? null : tierOf(request.usage);
    if (tier === null) continue;
    for (const key of [chainKey(request), request.agent]) if (!tiers.has(key)) tiers.set(key, tier);
  }
  return tiers;
}
