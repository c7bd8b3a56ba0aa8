import { createMerger } from "./merge";
import { createPieceCache, LONGEST_CACHED_PIECE } from "./piece-cache";
import type { PieceSplitter } from "./split-common";
import { chunkEnd } from "./text-chunks";
import { createUtf8Buffer } from "./utf8-buffer";
import { hashBytes, NO_RANK, rankOf, rankOfHashed, type Vocabulary } from "./vocabulary";

/** Tokens of a text. Token `i` is `text.slice(ends[i - 1] ?? 0, ends[i])`. */
export type Encoding = {
  /** The text that was encoded: the given one after the vocabulary's normaliser, which mostly changes nothing. */
  readonly text: string;
  /** The vocabulary's published ids. */
  readonly ids: number[];
  /** UTF-16 offset after each token. A token that ends inside a character ends before it: its slice may be empty. */
  readonly ends: number[];
  /** UTF-8 offset after each token: exact, also inside a character. */
  readonly byteEnds: number[];
};

/** Called with the tokens of each piece; the return values are added up. */
type PieceVisitor = (bytes: Uint8Array, start: number, end: number, limit: number) => number;

/** A piece is `bytes[start..end]`; the text (or this chunk of it) is `bytes[0..limit]`, valid during the visit only. */
export type CountedPieceVisitor = (
  bytes: Uint8Array,
  start: number,
  end: number,
  limit: number,
  tokens: number,
) => void;

export type BytePairEncoder = {
  /** The number of tokens. Special-token text (`<|endoftext|>`) counts as ordinary text. */
  count(text: string): number;
  encode(text: string): Encoding;
  /** Visits the pieces in order with their token counts. */
  countPieces(text: string, visit: CountedPieceVisitor): void;
};

/** What a family does to a text before cutting it into pieces. */
export type Normaliser = (text: string) => string;

/** A byte-pair encoder for one vocabulary, which takes any string. It reuses its buffers, so each thread needs its own. */
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

/** The UTF-16 offsets of byte offsets, in one pass over the text. */
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
