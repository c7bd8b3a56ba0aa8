import { countLeading } from "../conversation/count-leading";
import type { ReadExpectation } from "./read-expectation";
import { FIVE_MINUTES } from "./time-to-live";

/**
 * Reads of the same tools and system prompt differ by a few tokens if a changing line varies in length (for example
 * 16,589–16,608).
 */
const SAME_FLOOR_TOKENS = 64;
/** A read is a floor if it is at most this share of what was readable. */
const FLOOR_SHARE = 0.5;

/** A size to which reads fall repeatedly: most likely the tools and system prompt, which stay cached after a break. */
export type ReadFloor = { readonly tokens: number; readonly times: number };

/** Returns a function that finds the floor of a short read, if the session shows that floor at least twice. */
export function findReadFloors(expectations: readonly (ReadExpectation | null)[]): (read: number) => ReadFloor | null {
  const short = expectations
    .filter((entry) => entry !== null && entry.read > 0 && entry.read < FLOOR_SHARE * entry.readable)
    .map((entry) => (entry as ReadExpectation).read)
    .sort((a, b) => a - b);
  return (read) => {
    if (read === 0) return null;
    const from = countLeading(short, (other) => other < read - SAME_FLOOR_TOKENS);
    const times = countLeading(short, (other) => other <= read + SAME_FLOOR_TOKENS) - from;
    return times < 2 ? null : { tokens: short[from + Math.floor(times / 2)] as number, times };
  };
}

/**
 * Returns a function that is true if another read fell to about this size after a pause shorter than any entry's
 * lifetime.
 */
export function findQuickFalls(
  falls: readonly Pick<ReadExpectation, "read" | "gap">[],
): (read: number, gap: number | null) => boolean {
  const isQuick = (gap: number | null) => gap !== null && gap <= FIVE_MINUTES;
  const quick = falls.filter(({ gap }) => isQuick(gap)).map(({ read }) => read);
  return (read, gap) => read > 0 && !isQuick(gap) && quick.some((other) => Math.abs(other - read) <= SAME_FLOOR_TOKENS);
}
