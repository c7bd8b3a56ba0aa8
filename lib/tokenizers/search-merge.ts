import { widthOf } from "./character-class";
import { NO_RANK, pairRank, rankOf, type Vocabulary } from "./vocabulary";

/** Up to this many bytes the plain search is faster than the heap (bench/tokens). */
export const SEARCH_LIMIT = 64;

export type SearchSpace = { readonly starts: Int32Array; readonly ranks: Int32Array };

export const createSearchSpace = (): SearchSpace => ({
  starts: new Int32Array(SEARCH_LIMIT + 2),
  ranks: new Int32Array(SEARCH_LIMIT + 2),
});

/**
 * Merges a short piece by searching for the lowest pair each time. Returns the number of tokens and writes their starts,
 * relative to `start` and followed by `length`, to `space.starts`.
 */
export function searchMerge(
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  start: number,
  length: number,
  { starts, ranks }: SearchSpace,
): number {
  const setUp = vocabulary.unit === "byte" ? setUpBytes : setUpCharacters;
  let count = setUp(vocabulary, bytes, start, length, starts, ranks);
  for (let at = lowestPair(ranks, count); at >= 0; at = lowestPair(ranks, count)) {
    for (let move = at + 1; move < count; move += 1) {
      starts[move] = starts[move + 1] as number;
      ranks[move] = ranks[move + 1] as number;
    }
    count -= 1;
    for (let part = at; part >= 0 && part >= at - 1; part -= 1)
      ranks[part] =
        part + 2 > count
          ? NO_RANK
          : rankOf(vocabulary, bytes, start + (starts[part] as number), start + (starts[part + 2] as number));
  }
  return count;
}

type SetUp = (
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  start: number,
  length: number,
  starts: Int32Array,
  ranks: Int32Array,
) => number;

const setUpBytes: SetUp = (vocabulary, bytes, start, length, starts, ranks) => {
  for (let at = 0; at < length; at += 1) {
    starts[at] = at;
    ranks[at] = at + 1 < length ? pairRank(vocabulary, bytes, start + at) : NO_RANK;
  }
  starts[length] = length;
  return length;
};

const setUpCharacters: SetUp = (vocabulary, bytes, start, length, starts, ranks) => {
  let count = 0;
  for (let at = 0; at < length; at += widthOf(bytes[start + at] as number)) starts[count++] = at;
  starts[count] = length;
  ranks[count - 1] = NO_RANK;
  for (let part = 0; part + 2 <= count; part += 1)
    ranks[part] = rankOf(vocabulary, bytes, start + (starts[part] as number), start + (starts[part + 2] as number));
  return count;
};

/** The leftmost pair of the lowest rank, or -1. */
function lowestPair(ranks: Int32Array, count: number): number {
  let lowest = NO_RANK;
  let at = -1;
  for (let pair = 0; pair < count - 1; pair += 1) {
    const rank = ranks[pair] as number;
    if (rank < lowest) {
      lowest = rank;
      at = pair;
    }
  }
  return at;
}
