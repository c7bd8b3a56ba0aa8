import { widthOf } from "./character-class";
import { createHeapSpace, heapMerge } from "./heap-merge";
import { NO_RANK, pairRank, rankOf, type Vocabulary } from "./vocabulary";

/**
 * Byte-pair merging of one piece: joins the adjacent pair with the lowest rank, leftmost on ties, until none is left.
 */
export type Merger = {
  /** The number of tokens of `bytes[start..end]`. */
  count(bytes: Uint8Array, start: number, end: number): number;
  /** Start positions of the tokens in `bytes`. */
  starts(bytes: Uint8Array, start: number, end: number): number[];
};

/** Bytes merged at a time: the work space of one window (28 bytes per byte) fits in the processor's cache. */
const WINDOW = 1 << 13;
/** Tokens at the end of a window that are merged again in the next one, once the following text is known. */
const OVERLAP = 16;

/**
 * A merger of pieces of any length in O(n log n). Short pieces search for the lowest pair; longer ones use a heap;
 * those longer than a window are merged window by window. That is exact: a sequence of tokens is the encoding of its
 * text if and only if every two neighbours are the encoding of theirs (the theorem behind github.com/github/rust-gems,
 * crate bpe), so two windows join if the two tokens at the seam do. Tests compare it with the unwindowed merge.
 */
export function createMerger(vocabulary: Vocabulary, window = WINDOW): Merger {
  const isCharacters = vocabulary.unit === "character";
  const short = createSearchSpace();
  const long = createHeapSpace(window);
  const seam = createHeapSpace(2 * vocabulary.longestToken);

  function merge(bytes: Uint8Array, start: number, end: number, found: number[] | null): number {
    const length = end - start;
    if (isCharacters && length === widthOf(bytes[start] as number)) return pushBytes(found, start, length);
    if (length > window) return mergeWindows(bytes, start, end, found);
    const isShort = length <= SEARCH_LIMIT;
    const count = isShort
      ? searchMerge(vocabulary, bytes, start, length, short)
      : heapMerge(vocabulary, bytes, start, length, long);
    if (found) pushStarts(found, isShort ? short.starts : long.next, start, count);
    return count;
  }

  function mergeWindows(bytes: Uint8Array, start: number, end: number, found: number[] | null): number {
    const starts = found ?? [];
    let total = 0;
    let from = start;
    let furthest = start; // grows with every window except repeats, so the loop ends
    for (let repeats = 0; ; ) {
      const to = characterStart(bytes, Math.min(from + window, end), end);
      const count = heapMerge(vocabulary, bytes, from, to - from, long);
      if (total > 0 && !joins(bytes, starts.at(-1) as number, from, from + (long.next[1] as number))) {
        from = starts.pop() as number;
        total -= 1;
        repeats += 1;
        if (repeats < OVERLAP && starts.length > 0) continue;
        return mergeWhole(bytes, start, end, found, starts, total);
      }
      const kept = to === end ? count : Math.max(1, count - OVERLAP);
      if (!found && starts.length > 2 * OVERLAP) starts.length = 0;
      pushStarts(starts, long.next, from, kept, found ? 0 : Math.max(0, kept - 2 * OVERLAP));
      total += kept;
      if (to === end) return total;
      from += long.next[kept] as number;
      if (from > furthest) repeats = 0;
      furthest = Math.max(furthest, from);
    }
  }

  /** The last resort if no seam is found nearby: merges the entire piece in one go, with buffers of its size. */
  function mergeWhole(
    bytes: Uint8Array,
    start: number,
    end: number,
    found: number[] | null,
    starts: number[],
    total: number,
  ): number {
    const space = createHeapSpace(end - start);
    const count = heapMerge(vocabulary, bytes, start, end - start, space);
    if (found) {
      found.length = starts.length - total;
      pushStarts(found, space.next, start, count);
    }
    return count;
  }

  /** True if the text of the tokens `[first..middle]` and `[middle..last]` is encoded as exactly these two. */
  function joins(bytes: Uint8Array, first: number, middle: number, last: number): boolean {
    return heapMerge(vocabulary, bytes, first, last - first, seam) === 2 && seam.next[1] === middle - first;
  }

  return {
    count: (bytes, start, end) => merge(bytes, start, end, null),
    starts(bytes, start, end) {
      const found: number[] = [];
      merge(bytes, start, end, found);
      return found;
    },
  };
}

/** Adds a character without a token as its bytes. (Characters with a token are pieces that are not merged.) */
function pushBytes(found: number[] | null, start: number, length: number): number {
  for (let at = 0; found && at < length; at += 1) found.push(start + at);
  return length;
}

/** No window ends inside a character. */
function characterStart(bytes: Uint8Array, at: number, end: number): number {
  let start = at;
  while (start < end && ((bytes[start] as number) & 0xc0) === 0x80) start -= 1;
  return start;
}

function pushStarts(found: number[], starts: Int32Array, offset: number, count: number, first = 0) {
  for (let index = first; index < count; index += 1) found.push(offset + (starts[index] as number));
}

/** Up to this many bytes a linear search is faster than the heap (bench/tokens). */
const SEARCH_LIMIT = 64;

type SearchSpace = { readonly starts: Int32Array; readonly ranks: Int32Array };

const createSearchSpace = (): SearchSpace => ({
  starts: new Int32Array(SEARCH_LIMIT + 2),
  ranks: new Int32Array(SEARCH_LIMIT + 2),
});

/**
 * Merges a short piece by searching for the lowest pair each time. Returns the number of tokens and writes their starts,
 * relative to `start` and followed by `length`, to `space.starts`.
 */
function searchMerge(
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
