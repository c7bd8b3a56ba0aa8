/** Spreads a seed over all 32 bits (the finaliser of MurmurHash3), so that similar seeds give different orders. */
function spread(seed: number): number {
  let bits = seed | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * Integers from 0 up to but excluding a limit, reproducible from the state (the congruential generator of Numerical
 * Recipes).
 */
export function randomIndexes(start: number): (limit: number) => number {
  let state = start >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** The items in an order that depends only on the seeds. */
export function shuffled<T>(items: readonly T[], ...seeds: readonly number[]): T[] {
  const next = randomIndexes(seeds.reduce((mixed, seed) => spread(mixed ^ spread(seed + 0x9e3779b9)), 0));
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = next(last + 1);
    const kept = order[last] as T;
    order[last] = order[other] as T;
    order[other] = kept;
  }
  return order;
}
