import { resolveModel } from "../models/resolve-model";
import type { CacheRequest } from "./cache-request";
import type { CacheOutcome, CachePolicy, PolicyOptions, PolicyRequest } from "./policies/policy";
import { chainKey } from "./read-expectation";

export type SimulationTotals = {
  readonly prompt: number;
  readonly read: number;
  readonly written: number;
  readonly written1h: number;
  readonly uncached: number;
};

export type CacheSimulation = {
  /** In the order of the requests given; null where the policy says nothing. */
  readonly outcomes: readonly (CacheOutcome | null)[];
  readonly totals: SimulationTotals;
};

/**
 * What a cache with this policy does with these requests. They are served in the order of their starts (in the order
 * given where a time is missing); a request without a time starts with the one before it.
 */
export function simulateCache(
  requests: readonly CacheRequest[],
  policy: CachePolicy,
  options: Partial<PolicyOptions> = {},
): CacheSimulation {
  const timed = withTimes(requests);
  const served = policy.run(
    timed.map(({ request }) => request),
    { modelOf: resolveModel, ...options },
  );
  const outcomes: (CacheOutcome | null)[] = requests.map(() => null);
  timed.forEach(({ position }, order) => {
    outcomes[position] = served[order] ?? null;
  });
  return { outcomes, totals: totalsOf(outcomes) };
}

export function totalsOf(outcomes: readonly (CacheOutcome | null)[]): SimulationTotals {
  const totals = { prompt: 0, read: 0, written: 0, written1h: 0, uncached: 0 };
  for (const outcome of outcomes) {
    if (outcome === null) continue;
    totals.prompt += outcome.read + outcome.written + outcome.uncached;
    totals.read += outcome.read;
    totals.written += outcome.written;
    totals.written1h += outcome.written1h;
    totals.uncached += outcome.uncached;
  }
  return totals;
}

function withTimes(requests: readonly CacheRequest[]): { position: number; request: PolicyRequest }[] {
  const known = requests.map((request, position) => ({ position, request, start: secondsOf(request.startedAt) }));
  const isTimed = known.every(({ start }) => start !== null);
  if (isTimed) known.sort((a, b) => (a.start as number) - (b.start as number) || a.position - b.position);
  const readyOfChain = new Map<string, number>();
  let last = known.find(({ start }) => start !== null)?.start ?? 0;
  return known.map(({ position, request, start: own }) => {
    const start = Math.max(last, own ?? last);
    last = start;
    const chain = chainKey(request);
    const ready = Math.max(start, secondsOf(request.firstTokenAt) ?? secondsOf(request.endedAt) ?? start);
    const previousReady = Math.min(start, readyOfChain.get(chain) ?? start);
    readyOfChain.set(chain, ready);
    return { position, request: { ...request, chain, start, ready, previousReady, hasTime: isTimed } };
  });
}

function secondsOf(time: string | undefined): number | null {
  const milliseconds = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
}
