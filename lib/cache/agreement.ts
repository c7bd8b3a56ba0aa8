import type { CacheRequest } from "./cache-request";
import type { CacheOutcome } from "./policies/policy";

/** A request whose simulated read can be compared with the reported one. */
export type ReadPair = { readonly position: number; readonly reported: number; readonly simulated: number };

/** Pairs for all requests except the first of each chain, whose read was written before the log began. */
export function readPairs(
  requests: readonly CacheRequest[],
  outcomes: readonly (CacheOutcome | null)[],
): readonly ReadPair[] {
  return requests.flatMap((request, position) => {
    const reported = request.usage?.cacheRead ?? null;
    const outcome = outcomes[position] ?? null;
    return reported === null || request.isFirstOfChain || outcome === null
      ? []
      : [{ position, reported, simulated: outcome.read }];
  });
}

export type ReadAgreement = {
  readonly transitions: number;
  readonly exact: number;
  /** Within 2 % of the reported read. */
  readonly near: number;
  /** Σ|error| ÷ Σ reported; null if nothing was reported. */
  readonly meanError: number | null;
  /** (Σ simulated − Σ reported) ÷ Σ reported. */
  readonly bias: number | null;
  /** Σ min ÷ Σ max; 1 if all reads are 0, null without pairs. */
  readonly agreement: number | null;
};

const NEAR = 0.02;

export function measureAgreement(pairs: readonly ReadPair[]): ReadAgreement {
  const sum = (value: (pair: ReadPair) => number) => pairs.reduce((all, pair) => all + value(pair), 0);
  const count = (test: (pair: ReadPair) => boolean) => pairs.filter(test).length;
  const reported = sum((pair) => pair.reported);
  const most = sum((pair) => Math.max(pair.reported, pair.simulated));
  return {
    transitions: pairs.length,
    exact: count((pair) => pair.reported === pair.simulated),
    near: count((pair) => Math.abs(pair.reported - pair.simulated) <= NEAR * pair.reported),
    meanError: reported === 0 ? null : sum((pair) => Math.abs(pair.reported - pair.simulated)) / reported,
    bias: reported === 0 ? null : sum((pair) => pair.simulated - pair.reported) / reported,
    agreement:
      pairs.length === 0 ? null : most === 0 ? 1 : sum((pair) => Math.min(pair.reported, pair.simulated)) / most,
  };
}
