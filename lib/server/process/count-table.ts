/** A record is a key of three words and a count. */
export const RECORD_WORDS = 4;
export const RECORD_BYTES = RECORD_WORDS * 4;

const FIRST_SLOTS = 1 << 12;

/** Counts by 96-bit key, in one typed array (linear probing, doubled when half full): half a million entries in 16 MB. */
export type CountTable = {
  /** The key is three words. */
  get(key: Uint32Array): number | null;
  set(key: Uint32Array, count: number): void;
  size(): number;
};

export function createCountTable(): CountTable {
  let slots = new Uint32Array(FIRST_SLOTS * RECORD_WORDS); // a count is kept as count + 1, 0 = free
  let used = 0;

  /** The position of the key, or the free slot where it belongs. */
  function placeOf(table: Uint32Array, key: Uint32Array): number {
    const mask = table.length - 1;
    for (let at = ((key[0] as number) * RECORD_WORDS) & mask; ; at = (at + RECORD_WORDS) & mask)
      if (table[at + 3] === 0 || (table[at] === key[0] && table[at + 1] === key[1] && table[at + 2] === key[2]))
        return at;
  }

  function grow() {
    const larger = new Uint32Array(slots.length * 2);
    for (let at = 0; at < slots.length; at += RECORD_WORDS)
      if (slots[at + 3] !== 0) {
        const record = slots.subarray(at, at + RECORD_WORDS);
        larger.set(record, placeOf(larger, record));
      }
    slots = larger;
  }

  return {
    get(key) {
      const count = slots[placeOf(slots, key) + 3] as number;
      return count === 0 ? null : count - 1;
    },
    set(key, count) {
      if (used * 2 * RECORD_WORDS >= slots.length) grow();
      const at = placeOf(slots, key);
      if (slots[at + 3] === 0) used += 1;
      slots.set(key, at);
      slots[at + 3] = count + 1;
    },
    size: () => used,
  };
}
