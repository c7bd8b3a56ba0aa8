import { randomIndexes } from "../evaluation/seeded-random";
import type { Priced } from "./interval";

/** Up to so many blocks every way to flip their signs is looked at; above, as many random ones. */
const MAX_EXACT = 9;
const FLIPS = 2 ** MAX_EXACT;
const SEED = 43;
/** Share of chance findings that is accepted among all policies together, as above an interval of 95 %. */
const CHANCE = 0.025;
/** Sums in another order differ by this much at most. */
const TINY = 1e-9;

/**
 * Which of these policies are cheaper than a reference beyond what chance would show of the best of so many. Without an effect
 * a block is as likely to come out dearer by some share as cheaper, so the signs of the blocks' changes are flipped, of all
 * policies at once: a policy counts if at most one flip in forty has any policy as good (the adjustment of Westfall and Young,
 * which holds for each policy that is named afterwards). Where there are too few blocks for chance to be that rare, no flip may have one.
 */
export function beyondChance(policies: readonly Priced[], reference: Priced): (policy: Priced) => boolean {
  const changes = new Map(policies.map((policy) => [policy, scaledChanges(policy, reference)]));
  const flips = signFlips(reference.amounts.length);
  const best = flips.map((signs) => bestOf(changes.values(), signs)).sort((one, other) => one - other);
  const allowed = Math.max(1, Math.floor(flips.length * CHANCE));
  // What the first of the flips shows that may no longer be as good.
  const limit = best[allowed] ?? Number.NEGATIVE_INFINITY;
  const [unflipped] = flips;
  return (policy) => {
    const change = changes.get(policy);
    if (!change || !unflipped) return false;
    const own = signedSum(change, unflipped);
    return own < 0 && own < limit - TINY;
  };
}

/** How much more each block costs than in the reference, as a share, in units of the policy's own scatter. */
function scaledChanges({ amounts }: Priced, reference: Priced): Float64Array {
  const changes = amounts.map((amount, block) => {
    const before = reference.amounts[block] ?? 0;
    return before === 0 ? 0 : amount / before - 1;
  });
  const scatter = Math.hypot(...changes);
  return scatter === 0 ? changes : changes.map((change) => change / scatter);
}

function bestOf(changes: Iterable<Float64Array>, signs: Int8Array): number {
  let best = 0;
  for (const change of changes) best = Math.min(best, signedSum(change, signs));
  return best;
}

const known = new Map<number, readonly Int8Array[]>();

/** Ways to flip the signs, the unflipped one first; the same ones for the same number of blocks. */
function signFlips(blocks: number): readonly Int8Array[] {
  const flips = known.get(blocks) ?? (blocks <= MAX_EXACT ? allFlips(blocks) : randomFlips(blocks));
  known.set(blocks, flips);
  return flips;
}

const allFlips = (blocks: number): Int8Array[] =>
  Array.from({ length: 2 ** blocks }, (_, flip) =>
    Int8Array.from({ length: blocks }, (__, block) => ((flip >> block) & 1 ? -1 : 1)),
  );

function randomFlips(blocks: number): Int8Array[] {
  const next = randomIndexes(SEED);
  return Array.from({ length: FLIPS }, (_, flip) =>
    Int8Array.from({ length: blocks }, () => (flip > 0 && next(2) === 1 ? -1 : 1)),
  );
}

function signedSum(differences: Float64Array, signs: Int8Array): number {
  let sum = 0;
  for (let block = 0; block < differences.length; block += 1)
    sum += (differences[block] as number) * (signs[block] as number);
  return sum;
}
