import { type ReadPair, readPairs } from "./agreement";
import type { CacheRequest } from "./cache-request";
import type { CacheOutcome } from "./policies/policy";
import { chainKey, gapBetween } from "./read-expectation";
import { FIVE_MINUTES, ONE_HOUR } from "./time-to-live";

/** Limits of the buckets: hits fail more often on small prefixes and after pauses, so each bucket has its own ρ. */
const SIZES = [4096, 32_768];
const GAPS = [60, FIVE_MINUTES, ONE_HOUR];

type Sums = { reported: number; simulated: number };

/**
 * Simulated reads times ρ = Σ reported ÷ Σ simulated of their bucket (size of the read, pause before it). The ρ of a request
 * is computed without that request, so that it is not compared with itself.
 */
export function calibrate(
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

/** The outcome with another read: the rest is written if anything was written, otherwise it is plain input. */
export function withRead(outcome: CacheOutcome, read: number): CacheOutcome {
  const { written, written1h, uncached } = outcome;
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
