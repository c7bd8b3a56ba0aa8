import { createMerger } from "./merge";
import type { PieceSplitter } from "./split-common";
import { hashBytes, NO_RANK, rankOf, rankOfHashed, type Vocabulary } from "./vocabulary";

/** Longer pieces are rare and not cached. */
const LONGEST_CACHED_PIECE = 64;

const SLOTS = 1 << 16;
const ENTRIES = SLOTS / 2;
const ARENA_BYTES = 1 << 20;

/** Token counts of merged pieces, bounded at about 1.5 MB; cleared when full. */
type PieceCache = {
  /** The cached count, or 0. */
  get(bytes: Uint8Array, start: number, end: number, hash: number): number;
  set(bytes: Uint8Array, start: number, end: number, hash: number, count: number): void;
};

/** A hash table over bytes, like the vocabulary's, so that looking up a piece creates no string. */
function createPieceCache(): PieceCache {
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

/** A text's tokens. Token `i` is `text.slice(ends[i - 1] ?? 0, ends[i])`. */
export type Encoding = {
  /** The encoded text: the given one after the vocabulary's normaliser, which mostly changes nothing. */
  readonly text: string;
  /** The vocabulary's published ids. */
  readonly ids: number[];
  /** UTF-16 offset after each token. A token that ends inside a character ends before it, so its slice may be empty. */
  readonly ends: number[];
  /** UTF-8 offset after each token: exact, even inside a character. */
  readonly byteEnds: number[];
};

/** Called with the tokens of each piece; the return values are added up. */
type PieceVisitor = (bytes: Uint8Array, start: number, end: number, limit: number) => number;

/** A piece is `bytes[start..end]`; the text (or this chunk of it) is `bytes[0..limit]`, valid only during the visit. */
type CountedPieceVisitor = (bytes: Uint8Array, start: number, end: number, limit: number, tokens: number) => void;

export type BytePairEncoder = {
  /** The number of tokens. Special-token text (`<|endoftext|>`) counts as ordinary text. */
  count(text: string): number;
  encode(text: string): Encoding;
  /** Visits the pieces in order with their token counts. */
  countPieces(text: string, visit: CountedPieceVisitor): void;
};

/** A family's text normalisation before cutting into pieces. */
export type Normaliser = (text: string) => string;

/** A byte-pair encoder for one vocabulary; takes any string. It reuses its buffers, so each thread needs its own. */
export function createBytePairEncoder(
  vocabulary: Vocabulary,
  split: PieceSplitter,
  normalise: Normaliser = (text) => text,
): BytePairEncoder {
  const buffer = createUtf8Buffer();
  const merger = createMerger(vocabulary);
  const cache = createPieceCache();

  function countPiece(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > LONGEST_CACHED_PIECE) {
      return rankOf(vocabulary, bytes, start, end) === NO_RANK ? merger.count(bytes, start, end) : 1;
    }
    const hash = hashBytes(bytes, start, end);
    if (rankOfHashed(vocabulary, bytes, start, end, hash) !== NO_RANK) return 1;
    const known = cache.get(bytes, start, end, hash);
    if (known > 0) return known;
    const count = merger.count(bytes, start, end);
    cache.set(bytes, start, end, hash, count);
    return count;
  }

  function sumPieces(length: number, visit: PieceVisitor): number {
    const bytes = buffer.bytes;
    let total = 0;
    for (let at = 0; at < length; ) {
      const end = split(bytes, at, length);
      total += visit(bytes, at, end, length);
      at = end;
    }
    return total;
  }

  function sumChunks(text: string, visit: PieceVisitor): number {
    let total = 0;
    for (let start = 0; start < text.length; ) {
      const end = chunkEnd(text, start);
      total += sumPieces(buffer.write(end - start === text.length ? text : text.slice(start, end)), visit);
      start = end;
    }
    return total;
  }

  function encode(given: string): Encoding {
    const text = normalise(given);
    const ids: number[] = [];
    const byteEnds: number[] = [];
    let byteEnd = 0;
    sumChunks(text, (bytes, start, end) => {
      const isToken = rankOf(vocabulary, bytes, start, end) !== NO_RANK;
      const starts = isToken ? [start] : merger.starts(bytes, start, end);
      starts.forEach((tokenStart, index) => {
        const tokenEnd = starts[index + 1] ?? end;
        ids.push(idOf(vocabulary, bytes, tokenStart, tokenEnd));
        byteEnd += tokenEnd - tokenStart;
        byteEnds.push(byteEnd);
      });
      return starts.length;
    });
    return { text, ids, byteEnds, ends: utf16Ends(text, byteEnds) };
  }

  return {
    count: (text) => sumChunks(normalise(text), countPiece),
    encode,
    countPieces(text, visit) {
      sumChunks(normalise(text), (bytes, start, end, limit) => {
        visit(bytes, start, end, limit, countPiece(bytes, start, end));
        return 0;
      });
    },
  };
}

function idOf(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  const rank = rankOf(vocabulary, bytes, start, end);
  return rank === NO_RANK ? vocabulary.byteId + (bytes[start] as number) : vocabulary.firstId + rank;
}

/** UTF-16 offsets of byte offsets, in one pass over the text. */
function utf16Ends(text: string, byteEnds: readonly number[]): number[] {
  let unit = 0;
  let byte = 0;
  return byteEnds.map((end) => {
    while (unit < text.length) {
      const codePoint = text.codePointAt(unit) as number;
      const width = codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
      if (byte + width > end) break;
      byte += width;
      unit += codePoint > 0xffff ? 2 : 1;
    }
    return unit;
  });
}

/** UTF-16 units after which to look for a cut, small enough for the processor's cache. */
const CHUNK_LENGTH = 1 << 16;

/**
 * Cuts a long text at a place that no piece can cross: between a line feed and an ASCII letter. A word includes no
 * preceding line break, and whitespace ends with its last line break, so the pieces equal those of the uncut text.
 * Returns the end of the chunk starting at `start`; the end of the text if there is no such place.
 */
function chunkEnd(text: string, start: number): number {
  if (text.length - start <= CHUNK_LENGTH) return text.length;
  for (let feed = text.indexOf("\n", start + CHUNK_LENGTH); feed >= 0; feed = text.indexOf("\n", feed + 1))
    if (isAsciiLetter(text.charCodeAt(feed + 1))) return feed + 1;
  return text.length;
}

/** NaN, which follows the last character, is not a letter. */
const isAsciiLetter = (unit: number): boolean => (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);

const encoder = new TextEncoder();
const KEPT_BYTES = 1 << 20;

/** A reusable buffer that contains one text as UTF-8. Lone surrogates become U+FFFD, as in tiktoken. */
type Utf8Buffer = {
  readonly bytes: Uint8Array;
  /** Replaces the content with this text and returns its length in bytes. */
  write(text: string): number;
};

function createUtf8Buffer(): Utf8Buffer {
  let kept = new Uint8Array(1 << 12);
  const buffer = { bytes: kept, write };

  function write(text: string): number {
    const worstCase = text.length * 3; // one UTF-16 unit takes at most three bytes
    if (worstCase > KEPT_BYTES) {
      buffer.bytes = encoder.encode(text);
      return buffer.bytes.length;
    }
    if (worstCase > kept.length) kept = new Uint8Array(2 ** Math.ceil(Math.log2(worstCase)));
    buffer.bytes = kept;
    return encoder.encodeInto(text, kept).written;
  }
  return buffer;
}
