/** A rank that no token has. */
export const NO_RANK = 0x7fffffff;

const MAGIC = 0x45504257; // "WBPE", little endian
const VERSION = 2;
const HEADER_BYTES = 20;

/**
 * The tokens of one byte-pair vocabulary: a hash table over bytes with linear probing, in typed arrays.
 * Compared with a Map of strings it loads several times faster and needs no string per lookup.
 */
export type Vocabulary = {
  /** Ranks; a few may have no token. */
  readonly size: number;
  /** What tokens are merged from. If they are characters, a character without a token becomes one token per byte. */
  readonly unit: "byte" | "character";
  /** A token's published id is its rank + `firstId`; for byte b of a character without a token, `byteId` + b. */
  readonly firstId: number;
  readonly byteId: number;
  /** Bytes of the longest token; longer candidates need no lookup. */
  readonly longestToken: number;
  /** All tokens' bytes by rank; token `rank` is `bytes[offsets[rank]..offsets[rank + 1]]`. */
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  /** rank + 1 by hash slot, 0 = free. The length is a power of two. */
  readonly slots: Int32Array;
  /** Rank of every two-byte token, by first byte × 256 + second byte. Every merge starts with these. */
  readonly pairRanks: Int32Array;
};

/** Reads a file made by scripts/build-vocabularies.mjs (its layout is described there). Throws on any other bytes. */
export function parseVocabulary(file: Uint8Array): Vocabulary {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < HEADER_BYTES || view.getUint32(0, true) !== MAGIC || file[4] !== VERSION)
    throw new Error(`not a vocabulary file of version ${VERSION}`);
  const size = view.getUint32(8, true);
  const offsets = new Uint32Array(size + 1);
  let longestToken = 0;
  for (let rank = 0; rank < size; rank += 1) {
    const length = file[HEADER_BYTES + rank] as number;
    offsets[rank + 1] = (offsets[rank] as number) + length;
    if (length > longestToken) longestToken = length;
  }
  // A plain Uint8Array even for a Buffer, because a single array type keeps the hot loops fast.
  const bytes = new Uint8Array(file.buffer, file.byteOffset + HEADER_BYTES + size, file.length - HEADER_BYTES - size);
  if (bytes.length !== offsets[size]) throw new Error("the vocabulary file is cut short");
  const ids = { firstId: view.getUint32(12, true), byteId: view.getUint32(16, true) };
  const unit = file[5] === 1 ? "character" : "byte";
  return { size, unit, ...ids, longestToken, bytes, offsets, ...indexTokens(bytes, offsets, size) };
}

function indexTokens(bytes: Uint8Array, offsets: Uint32Array, size: number) {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(size * 2)));
  const pairRanks = new Int32Array(65536).fill(NO_RANK);
  const mask = slots.length - 1;
  for (let rank = 0; rank < size; rank += 1) {
    const start = offsets[rank] as number;
    const end = offsets[rank + 1] as number;
    if (start === end) continue;
    let slot = hashBytes(bytes, start, end) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = rank + 1;
    if (end - start === 2) pairRanks[((bytes[start] as number) << 8) | (bytes[start + 1] as number)] = rank;
  }
  return { slots, pairRanks };
}

/** FNV-1a with a final mix, so that the low bits, which choose the slot, depend on every byte. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) ^ (hash >>> 12);
}

/** The rank of the token made of exactly these bytes, or `NO_RANK`. */
export function rankOf(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  if (end - start > vocabulary.longestToken) return NO_RANK;
  return rankOfHashed(vocabulary, bytes, start, end, hashBytes(bytes, start, end));
}

/** `rankOf` for a caller that already has the hash; the bytes must not be longer than the longest token. */
export function rankOfHashed(
  { slots, offsets, bytes: tokens }: Vocabulary,
  bytes: Uint8Array,
  start: number,
  end: number,
  hash: number,
): number {
  const mask = slots.length - 1;
  const length = end - start;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const rank = (slots[slot] as number) - 1;
    if (rank < 0) return NO_RANK;
    const offset = offsets[rank] as number;
    if ((offsets[rank + 1] as number) - offset !== length) continue;
    let same = 0;
    while (same < length && tokens[offset + same] === bytes[start + same]) same += 1;
    if (same === length) return rank;
  }
}

/** The rank of the token made of the two bytes at `at`, or `NO_RANK`. */
export const pairRank = (vocabulary: Vocabulary, bytes: Uint8Array, at: number): number =>
  vocabulary.pairRanks[((bytes[at] as number) << 8) | (bytes[at + 1] as number)] as number;
