/** Longer pieces are rare and are not cached. */
export const LONGEST_CACHED_PIECE = 64;

const SLOTS = 1 << 16;
const ENTRIES = SLOTS / 2;
const ARENA_BYTES = 1 << 20;

/** Token counts of pieces that had to be merged, bounded at about 1.5 MB; cleared when full. */
export type PieceCache = {
  /** The cached count, or 0. */
  get(bytes: Uint8Array, start: number, end: number, hash: number): number;
  set(bytes: Uint8Array, start: number, end: number, hash: number, count: number): void;
};

/** A hash table over bytes, like that of the vocabulary: looking up a piece creates no string. */
export function createPieceCache(): PieceCache {
  const slots = new Uint16Array(SLOTS); // entry + 1, 0 = free
  const starts = new Uint32Array(ENTRIES + 1);
  const counts = new Uint8Array(ENTRIES);
  const arena = new Uint8Array(ARENA_BYTES);
  let entries = 0;

  function isEntry(entry: number, bytes: Uint8Array, start: number, end: number): boolean {
    const offset = starts[entry] as number;
    if ((starts[entry + 1] as number) - offset !== end - start) return false;
    for (let at = start, kept = offset; at < end; at += 1, kept += 1) if (arena[kept] !== bytes[at]) return false;
    return true;
  }

  function get(bytes: Uint8Array, start: number, end: number, hash: number): number {
    for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const entry = (slots[slot] as number) - 1;
      if (entry < 0) return 0;
      if (isEntry(entry, bytes, start, end)) return counts[entry] as number;
    }
  }

  function set(bytes: Uint8Array, start: number, end: number, hash: number, count: number) {
    if (entries === ENTRIES || (starts[entries] as number) + LONGEST_CACHED_PIECE > ARENA_BYTES) {
      slots.fill(0);
      entries = 0;
    }
    const offset = starts[entries] as number;
    for (let at = start; at < end; at += 1) arena[offset + at - start] = bytes[at] as number;
    counts[entries] = count;
    entries += 1;
    starts[entries] = offset + end - start;
    let slot = hash & (SLOTS - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    slots[slot] = entries;
  }
  return { get, set };
}
