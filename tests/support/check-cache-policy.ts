import { expect } from "vitest";
import type { CacheRequest } from "@/lib/cache/cache-request";
import type { PolicyOptions } from "@/lib/cache/policies";
import { idealPrefix } from "@/lib/cache/policies/ideal";
import type { CachePolicy } from "@/lib/cache/policies/policy";
import { type CacheSimulation, simulateCache } from "@/lib/cache/simulate-cache";

/** The laws of every policy that looks at prompts, stated once. Returns the simulation for further expectations. */
export function checkCachePolicy(
  policy: CachePolicy,
  requests: readonly CacheRequest[],
  options: PolicyOptions = {},
): CacheSimulation {
  const simulation = simulateCache(requests, policy, options);
  checkSums(simulation, requests);
  if (policy.isStructural) checkBound(simulation, requests);
  expect(simulateCache(requests, policy, options)).toEqual(simulation);
  return simulation;
}

/**
 * Read + written + uncached = the prompt; nothing is negative; one-hour writes are part of all writes; ranges include
 * the figure.
 */
function checkSums({ outcomes, totals }: CacheSimulation, requests: readonly CacheRequest[]) {
  expect(outcomes).toHaveLength(requests.length);
  outcomes.forEach((outcome, index) => {
    if (outcome === null) return;
    const { read, written, written1h, uncached, range } = outcome;
    expect(read + written + uncached).toBe(requests[index]?.leaf.tokens);
    for (const tokens of [read, written, written1h, uncached]) expect(tokens).toBeGreaterThanOrEqual(0);
    expect(written1h).toBeLessThanOrEqual(written);
    if (range) expect([range.low <= read, read <= range.high]).toEqual([true, true]);
  });
  expect(totals.read + totals.written + totals.uncached).toBe(totals.prompt);
}

/** read ≤ the ideal prefix ≤ the prompt. */
function checkBound({ outcomes }: CacheSimulation, requests: readonly CacheRequest[]) {
  const ideal = simulateCache(requests, idealPrefix, { reuseOutputs: true }).outcomes;
  outcomes.forEach((outcome, index) => {
    const bound = ideal[index]?.read ?? 0;
    expect(bound).toBeLessThanOrEqual(requests[index]?.leaf.tokens ?? 0);
    expect(outcome?.read ?? 0).toBeLessThanOrEqual(bound);
    expect(outcome?.range?.high ?? 0).toBeLessThanOrEqual(bound);
  });
}
