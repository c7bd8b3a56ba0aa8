import type { ReadExpectation } from "./read-expectation";

/** Reads of one head differ by a few tokens when a volatile line in it changes length (16,589–16,608 seen). */
const SAME_FLOOR_TOKENS = 64;
/** A read is a floor when it falls well short of what was readable. */
const FLOOR_SHARE = 0.5;

/** A size to which reads fall again and again: most likely the tools and the system prompt, which survive a break. */
export type ReadFloor = { readonly tokens: number; readonly times: number };

/** The floor that a short read belongs to, if the session shows it at least twice. */
export function findReadFloors(expectations: readonly (ReadExpectation | null)[]): (read: number) => ReadFloor | null {
  const short = expectations
    .filter((entry) => entry !== null && entry.read > 0 && entry.read < FLOOR_SHARE * entry.readable)
    .map((entry) => (entry as ReadExpectation).read)
    .sort((a, b) => a - b);
  return (read) => {
    if (read === 0) return null;
    const from = firstAtLeast(short, read - SAME_FLOOR_TOKENS);
    const times = firstAtLeast(short, read + SAME_FLOOR_TOKENS + 1) - from;
    return times < 2 ? null : { tokens: short[from + Math.floor(times / 2)] as number, times };
  };
}

/** The position in ascending numbers from which on none is smaller. */
function firstAtLeast(sorted: readonly number[], least: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as number) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
