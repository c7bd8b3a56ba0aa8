import { widthOf } from "./character-class";
import { NO_RANK, pairRank, rankOf, type Vocabulary } from "./vocabulary";

export type HeapSpace = {
  readonly capacity: number;
  /** Start of the next part, by part start; `length` at the end. */
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Rank of the pair that begins at a part, or NO_RANK. */
  readonly ranks: Int32Array;
  /** Binary heap of rank × 2^32 + position: one comparison orders by rank, then leftmost. Exact up to 2^53. */
  readonly heap: Float64Array;
};

export function createHeapSpace(capacity: number): HeapSpace {
  return {
    capacity,
    next: new Int32Array(capacity + 1),
    previous: new Int32Array(capacity + 1),
    ranks: new Int32Array(capacity + 1),
    // A merge removes one entry and adds at most two, so there are never more entries than pairs + merges.
    heap: new Float64Array(2 * capacity + 2),
  };
}

const POSITIONS = 2 ** 32;

/**
 * Merges `bytes[start..start + length]` with a heap of pairs, in O(n log n) for any input. Returns the number of tokens
 * and writes their starts, relative to `start` and followed by `length`, to `space.next`.
 */
export function heapMerge(
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  start: number,
  length: number,
  space: HeapSpace,
): number {
  const { next, previous, ranks, heap } = space;
  const setUp = vocabulary.unit === "byte" ? setUpBytes : setUpCharacters;
  let count = setUp(vocabulary, bytes, start, length, space);
  let size = 0;
  for (let at = 0; at < length; at = next[at] as number)
    if (ranks[at] !== NO_RANK) heap[size++] = (ranks[at] as number) * POSITIONS + at;
  for (let parent = (size >> 1) - 1; parent >= 0; parent -= 1) siftDown(heap, parent, size, heap[parent] as number);

  while (size > 0) {
    const lowest = heap[0] as number;
    size -= 1;
    if (size > 0) siftDown(heap, 0, size, heap[size] as number);
    const rank = Math.floor(lowest / POSITIONS);
    const at = lowest - rank * POSITIONS;
    if (ranks[at] !== rank) continue; // the pair has changed since
    const joined = next[at] as number;
    const after = next[joined] as number;
    next[at] = after;
    if (after < length) previous[after] = at;
    ranks[joined] = NO_RANK;
    count -= 1;
    for (let part = at, turn = 0; turn < 2 && part >= 0; part = previous[at] as number, turn += 1) {
      const middle = next[part] as number;
      const fresh =
        middle < length ? rankOf(vocabulary, bytes, start + part, start + (next[middle] as number)) : NO_RANK;
      ranks[part] = fresh;
      if (fresh !== NO_RANK) siftUp(heap, size++, fresh * POSITIONS + part);
    }
  }
  collectStarts(next, length);
  return count;
}

type SetUp = (vocabulary: Vocabulary, bytes: Uint8Array, start: number, length: number, space: HeapSpace) => number;

const setUpBytes: SetUp = (vocabulary, bytes, start, length, { next, previous, ranks }) => {
  for (let at = 0; at < length; at += 1) {
    next[at] = at + 1;
    previous[at] = at - 1;
    ranks[at] = at + 1 < length ? pairRank(vocabulary, bytes, start + at) : NO_RANK;
  }
  return length;
};

const setUpCharacters: SetUp = (vocabulary, bytes, start, length, { next, previous, ranks }) => {
  let count = 0;
  for (let at = 0, before = -1; at < length; count += 1) {
    const middle = at + widthOf(bytes[start + at] as number);
    next[at] = middle;
    previous[at] = before;
    ranks[at] =
      middle < length
        ? rankOf(vocabulary, bytes, start + at, start + middle + widthOf(bytes[start + middle] as number))
        : NO_RANK;
    before = at;
    at = middle;
  }
  return count;
};

/** Turns the linked list in `next` into the plain list of starts; safe in place, because a start is never before its index. */
function collectStarts(next: Int32Array, length: number) {
  let count = 0;
  for (let at = 0; at < length; ) {
    const following = next[at] as number;
    next[count++] = at;
    at = following;
  }
  next[count] = length;
}

function siftDown(heap: Float64Array, from: number, size: number, value: number) {
  let at = from;
  for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && (heap[child + 1] as number) < (heap[child] as number)) child += 1;
    if ((heap[child] as number) >= value) break;
    heap[at] = heap[child] as number;
    at = child;
  }
  heap[at] = value;
}

function siftUp(heap: Float64Array, from: number, value: number) {
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if ((heap[parent] as number) <= value) break;
    heap[at] = heap[parent] as number;
    at = parent;
  }
  heap[at] = value;
}
