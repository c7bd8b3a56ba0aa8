import type { Priced } from "./interval";

/**
 * How many of the policies are unlike each other: all of them if what they do in each block has nothing in common, 1 if all deviate from their own mean
 * in the same blocks. It is the squared sum of the eigenvalues of their correlations by the sum of the squares, which needs no eigenvalue.
 */
export function unlikePolicies({
  policies,
  log,
}: {
  readonly policies: readonly Priced[];
  readonly log: Priced;
}): number {
  const known = policies.flatMap((policy) => unitDeviations(policy, log) ?? []);
  if (known.length === 0) return 1;
  let squares = 0;
  for (const one of known) for (const other of known) squares += dot(one, other) ** 2;
  return known.length ** 2 / squares;
}

/** What a policy costs in each block beyond its mean share of the log, scaled to length 1; null if it is the same share everywhere. */
function unitDeviations({ amounts, total }: Priced, log: Priced): Float64Array | null {
  const ratio = total / log.total;
  const deviations = amounts.map((amount, block) => amount - ratio * (log.amounts[block] as number));
  const length = Math.sqrt(dot(deviations, deviations));
  return length > 1e-9 * log.total ? deviations.map((value) => value / length) : null;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
