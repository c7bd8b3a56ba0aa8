import { randomIndexes } from "../evaluation/seeded-random";
import type { Drawn } from "./draws";

/** Up to so many blocks every way to flip their signs is looked at; above, as many random ones. */
const MOST_EXACT = 9;
const FLIPS = 2 ** MOST_EXACT;
const SEED = 43;
/** Share of chance findings that is accepted among all policies together, as above an interval of 95 %. */
const CHANCE = 0.025;

/**
 * Whether the best of these policies is better than the best of as many without an effect would be by chance. Without an effect a
 * block is as likely to come out dearer by some share as cheaper, so the signs of the blocks' changes are flipped, of all
 * policies at once, and the best policy of each flip is compared with the best as it is. Where there are too few blocks for
 * chance to be that rare, it must be better than all flips.
 */
export function isBeyondChance(possible: readonly Drawn[], log: Drawn, price: number): boolean {
  const changes = possible.map((drawn) => scaledChanges(drawn, log, price));
  const [own = 0, ...others] = signFlips(log.outcome.blocks.length).map((signs) =>
    Math.min(...changes.map((change) => signedSum(change, signs))),
  );
  const asGood = others.filter((flipped) => flipped <= own + TINY).length;
  return own < 0 && asGood + 1 <= Math.max(1, Math.floor((others.length + 1) * CHANCE));
}

/** Sums in another order differ by this much at most. */
const TINY = 1e-9;

/** How much more each block costs than in the log, as a share, with lost facts paid, in units of the policy's own scatter. */
function scaledChanges({ outcome }: Drawn, log: Drawn, price: number): Float64Array {
  const changes = Float64Array.from(outcome.blocks, ({ cost, lost }, block) => {
    const logged = log.outcome.blocks[block]?.cost ?? 0;
    return logged === 0 ? 0 : (cost + price * lost) / logged - 1;
  });
  const scatter = Math.hypot(...changes);
  return scatter === 0 ? changes : changes.map((change) => change / scatter);
}

/** Ways to flip the signs, the unflipped one first. */
function signFlips(blocks: number): Int8Array[] {
  if (blocks <= MOST_EXACT)
    return Array.from({ length: 2 ** blocks }, (_, flip) =>
      Int8Array.from({ length: blocks }, (__, block) => ((flip >> block) & 1 ? -1 : 1)),
    );
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
