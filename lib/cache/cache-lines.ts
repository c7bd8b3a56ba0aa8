import type { ModelInfo } from "../models/model-info";
import { pricesThen } from "../models/price-at";
import { resolveModel } from "../models/resolve-model";
import { measureAgreement, type ReadPair, readPairs } from "./agreement";
import type { CacheRequest } from "./cache-request";
import { type Money, sumMoney } from "./money";
import { cachePolicyOf } from "./policies";
import type { CacheOutcome, CachePolicy } from "./policies/policy";
import { priceOutcome } from "./price-outcome";
import { chainKey, gapBetween } from "./read-expectation";
import { simulateCache } from "./simulate-cache";
import { FIVE_MINUTES, ONE_HOUR } from "./time-to-live";

/** The simulated cost: one price if the simulation agrees with the log, otherwise a range. */
export type LineCost =
  | { readonly kind: "price"; readonly cost: Money }
  | { readonly kind: "range"; readonly low: Money; readonly high: Money };

export type CacheLine = {
  /**
   * `optimum`: the provider's rule with perfect breakpoints · `realistic`: with observed or assumed ones ·
   * `calibrated`: `realistic` with its reads × ρ.
   */
  readonly id: "optimum" | "realistic" | "calibrated";
  /** By request position; null if no rule is known for its model. */
  readonly outcomes: readonly (CacheOutcome | null)[];
  readonly agreement: number | null;
  readonly cost: LineCost | null;
};

/** Below this agreement with the reported reads, a simulated price is shown as a range. */
export const LEAST_AGREEMENT = 0.9;

type ModelLookup = (model: string | null) => ModelInfo | null;

/** A session's three simulations, each model under its provider's policy. */
export function cacheLines(requests: readonly CacheRequest[], modelOf: ModelLookup = resolveModel): CacheLine[] {
  const groups = groupByProvider(requests, modelOf);
  const simulate = (choose: (policy: CachePolicy) => Choice) => simulateGroups(requests, groups, modelOf, choose);
  const optimum = simulate(optimumOf);
  const realistic = simulate((policy) => ({ policy, options: {} }));
  const calibrated = calibrate(requests, realistic);
  const toLine = (id: CacheLine["id"], outcomes: CacheLine["outcomes"]): CacheLine => {
    const { agreement } = measureAgreement(readPairs(requests, outcomes));
    return { id, outcomes, agreement, cost: costOf(requests, outcomes, agreement, modelOf) };
  };
  const best = { ...toLine("optimum", optimum), outcomes: atLeastReported(requests, optimum) };
  const cost = costOf(requests, best.outcomes, best.agreement, modelOf);
  return [{ ...best, cost }, toLine("realistic", realistic), toLine("calibrated", calibrated)];
}

/**
 * Raises each outcome to at least the reported read, which was evidently possible even if the log does not show how.
 */
const atLeastReported = (requests: readonly CacheRequest[], outcomes: CacheLine["outcomes"]): CacheLine["outcomes"] =>
  outcomes.map((outcome, position) => {
    const reported = requests[position]?.usage?.cacheRead ?? 0;
    return outcome === null || outcome.read >= reported ? outcome : readingMore(outcome, reported - outcome.read);
  });

/** The outcome with this many more tokens read. They are taken from the written tokens first, then from plain input. */
function readingMore(outcome: CacheOutcome, tokens: number): CacheOutcome {
  const more = Math.min(tokens, outcome.written + outcome.uncached);
  const written = Math.max(0, outcome.written - more);
  const uncached = outcome.uncached - (more - (outcome.written - written));
  return { ...outcome, read: outcome.read + more, written, written1h: Math.min(outcome.written1h, written), uncached };
}

type Choice = { readonly policy: CachePolicy; readonly options: Readonly<Record<string, unknown>> };

const optimumOf = (policy: CachePolicy): Choice => ({ policy, options: {}, ...policy.optimum });

/** Requests under one policy, with their positions in the session. */
type Group = {
  readonly provider: CachePolicy;
  readonly positions: readonly number[];
  readonly requests: readonly CacheRequest[];
};

function groupByProvider(requests: readonly CacheRequest[], modelOf: ModelLookup): Group[] {
  const positions = new Map<CachePolicy, number[]>();
  requests.forEach((request, position) => {
    const policy = cachePolicyOf(modelOf(request.model));
    if (policy === null) return;
    const own = positions.get(policy) ?? [];
    positions.set(policy, own);
    own.push(position);
  });
  return [...positions].map(([provider, own]) => ({
    provider,
    positions: own,
    requests: own.length === requests.length ? requests : own.map((at) => requests[at] as CacheRequest),
  }));
}

function simulateGroups(
  requests: readonly CacheRequest[],
  groups: readonly Group[],
  modelOf: ModelLookup,
  choose: (policy: CachePolicy) => Choice,
): (CacheOutcome | null)[] {
  const outcomes: (CacheOutcome | null)[] = requests.map(() => null);
  for (const group of groups) {
    const { policy, options } = choose(group.provider);
    simulateCache(group.requests, policy, { ...options, modelOf }).outcomes.forEach((outcome, index) => {
      outcomes[group.positions[index] as number] = outcome;
    });
  }
  return outcomes.map((outcome, position) => seedFirst(outcome, requests, position));
}

/** Gives the first request of a chain its reported read, which was cached before the log began. */
function seedFirst(outcome: CacheOutcome | null, requests: readonly CacheRequest[], position: number) {
  const request = requests[position] as CacheRequest;
  if (outcome === null || !request.isFirstOfChain) return outcome;
  return withRead(outcome, Math.max(outcome.read, request.usage?.cacheRead ?? 0));
}

/**
 * The price or its range. Reads may be off by the disagreement in either direction, or by any amount if none were
 * reported.
 */
function costOf(
  requests: readonly CacheRequest[],
  outcomes: CacheLine["outcomes"],
  agreement: number | null,
  modelOf: ModelLookup,
): LineCost | null {
  const total = (change: (outcome: CacheOutcome) => CacheOutcome) =>
    sumMoney(
      requests.map((request, position) => {
        const outcome = outcomes[position] ?? null;
        const prices = pricesThen(modelOf(request.model), request.startedAt);
        return outcome === null ? null : priceOutcome(change(outcome), request.output, prices);
      }),
    );
  const cost = total((outcome) => outcome);
  if (cost === null) return null;
  if (agreement !== null && agreement >= LEAST_AGREEMENT) return { kind: "price", cost };
  const share = agreement ?? 0;
  const low = total((outcome) =>
    withRead(outcome, share === 0 ? Number.POSITIVE_INFINITY : Math.round(outcome.read / share)),
  );
  const high = total((outcome) => withRead(outcome, Math.round(outcome.read * share)));
  return low === null || high === null ? null : { kind: "range", low, high };
}

/** Bucket limits. Hits fail more often on small prefixes and after pauses, so each bucket has its own ρ. */
const SIZES = [4096, 32_768];
const GAPS = [60, FIVE_MINUTES, ONE_HOUR];

type Sums = { reported: number; simulated: number };

/**
 * Multiplies simulated reads by ρ = Σ reported ÷ Σ simulated of their bucket (size of the read, preceding pause). A
 * request's ρ excludes the request itself.
 */
function calibrate(
  requests: readonly CacheRequest[],
  outcomes: readonly (CacheOutcome | null)[],
): (CacheOutcome | null)[] {
  const buckets = bucketsOf(requests, outcomes);
  const pairs = new Map(readPairs(requests, outcomes).map((pair) => [pair.position, pair]));
  const sums = new Map<string, Sums>();
  for (const [position, pair] of pairs) {
    const own = sums.get(buckets[position] as string) ?? { reported: 0, simulated: 0 };
    own.reported += pair.reported;
    own.simulated += pair.simulated;
    sums.set(buckets[position] as string, own);
  }
  return outcomes.map((outcome, position) => {
    if (outcome === null) return null;
    const share = shareWithout(pairs.get(position), sums.get(buckets[position] as string));
    return withRead(outcome, Math.min(Math.round(outcome.read * share), outcome.read + outcome.written));
  });
}

function shareWithout(pair: ReadPair | undefined, sums: Sums | undefined): number {
  const simulated = (sums?.simulated ?? 0) - (pair?.simulated ?? 0);
  const reported = (sums?.reported ?? 0) - (pair?.reported ?? 0);
  return simulated <= 0 ? 1 : reported / simulated;
}

/**
 * The outcome with a different number of tokens read. The rest counts as written if anything was written, otherwise as
 * plain input, and no more than that can be read.
 */
function withRead(outcome: CacheOutcome, wanted: number): CacheOutcome {
  const { written, written1h, uncached } = outcome;
  const read = Math.min(wanted, outcome.read + (written === 0 ? uncached : written));
  const missing = outcome.read - read;
  if (written === 0) return { ...outcome, read, uncached: uncached + missing };
  const isHour = written1h > 0;
  return { ...outcome, read, written: written + missing, written1h: isHour ? Math.max(0, written1h + missing) : 0 };
}

function bucketsOf(requests: readonly CacheRequest[], outcomes: readonly (CacheOutcome | null)[]): string[] {
  const last = new Map<string, CacheRequest>();
  return requests.map((request, position) => {
    const previous = last.get(chainKey(request));
    last.set(chainKey(request), request);
    const gap = previous === undefined ? null : gapBetween(previous, request);
    const size = SIZES.filter((limit) => (outcomes[position]?.read ?? 0) >= limit).length;
    return `${size} ${GAPS.filter((limit) => (gap ?? 0) > limit).length}`;
  });
}
