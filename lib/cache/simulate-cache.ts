import { resolveModel } from "../models/resolve-model";
import type { CacheRequest } from "./cache-request";
import type { PolicyOptions } from "./policies";
import type { CacheOutcome, CachePolicy, PolicyRequest } from "./policies/policy";
import { chainKey } from "./read-expectation";

type SimulationTotals = {
  readonly prompt: number;
  readonly read: number;
  readonly written: number;
  readonly written1h: number;
  readonly uncached: number;
};

export type CacheSimulation = {
  /** In request order; null if the policy has no prediction. */
  readonly outcomes: readonly (CacheOutcome | null)[];
  readonly totals: SimulationTotals;
};

/**
 * Simulates a cache with this policy. The requests are served in order of start time (in the given order if a time is
 * missing). A request without a time starts together with the previous one.
 */
export function simulateCache(
  requests: readonly CacheRequest[],
  policy: CachePolicy,
  options: PolicyOptions = {},
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

function totalsOf(outcomes: readonly (CacheOutcome | null)[]): SimulationTotals {
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

type Timed = { readonly position: number; readonly request: PolicyRequest };

const known = new WeakMap<readonly CacheRequest[], readonly Timed[]>();

/** Computed once per list, because a session is simulated under several policies. */
function withTimes(requests: readonly CacheRequest[]): readonly Timed[] {
  const timed = known.get(requests) ?? readTimes(requests);
  known.set(requests, timed);
  return timed;
}

function readTimes(requests: readonly CacheRequest[]): Timed[] {
  const starts = requests.map((request, position) => ({ position, request, start: secondsOf(request.startedAt) }));
  const hasTime = starts.every(({ start }) => start !== null);
  if (hasTime) starts.sort((a, b) => (a.start as number) - (b.start as number) || a.position - b.position);
  const readyOfChain = new Map<string, number>();
  let last = starts.find(({ start }) => start !== null)?.start ?? 0;
  return starts.map(({ position, request, start: own }) => {
    const start = Math.max(last, own ?? last);
    last = start;
    const chain = chainKey(request);
    const ready = Math.max(start, secondsOf(request.firstTokenAt) ?? secondsOf(request.endedAt) ?? start);
    const previousReady = Math.min(start, readyOfChain.get(chain) ?? start);
    readyOfChain.set(chain, ready);
    return { position, request: withTime(request, { chain, start, ready, previousReady, hasTime }) };
  });
}

type Times = Pick<PolicyRequest, "chain" | "start" | "ready" | "previousReady" | "hasTime">;

/** Copies field by field: spreading the objects took a third of the time of a cache analysis. */
function withTime(request: CacheRequest, { chain, start, ready, previousReady, hasTime }: Times): PolicyRequest {
  const { index, agent, model, isFirstOfChain, leaf, head, answer, breakpoints, ttl, tail, output, usage } = request;
  return {
    index,
    agent,
    model,
    isFirstOfChain,
    leaf,
    head,
    answer,
    breakpoints,
    ttl,
    tail,
    startedAt: request.startedAt,
    output,
    usage,
    chain,
    start,
    ready,
    previousReady,
    hasTime,
  };
}

function secondsOf(time: string | undefined): number | null {
  const milliseconds = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
}
