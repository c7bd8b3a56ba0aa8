import { codePointAt, widthOf } from "./character-class";
import type { PieceSplitter } from "./split-common";
import { rankOf, type Vocabulary } from "./vocabulary";

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
/** The longest token of one repeated whitespace character. */
const LONGEST_RUN = 31;
/** `</blockquote>` */
const LONGEST_TAG = 13;

/**
 * Gemma 3 has no pattern: an entire text is one piece. Cutting it only at places that no token can cross gives the same
 * tokens in short pieces, which are fast to merge and can be cached:
 *
 * - runs of line feeds, tabs and (two or more) spaces and some HTML tags are tokens before any merging,
 * - a space begins a piece, because tokens have spaces only in front (except "> </"),
 * - a text is cut between two characters whose first bytes follow each other in no token,
 * - a character without a token is split into its bytes.
 */
export function createGemmaSplitter(vocabulary: Vocabulary): PieceSplitter {
  const { joined, known } = neighboursOf(vocabulary);

  const isKnown = (bytes: Uint8Array, at: number): boolean => {
    const codePoint = codePointAt(bytes, at);
    return ((known[codePoint >> 3] as number) & (1 << (codePoint & 7))) !== 0;
  };

  return (bytes, at, end) => {
    const first = bytes[at] as number;
    if (first === LINE_FEED || first === TAB) return runOf(bytes, at, Math.min(end, at + LONGEST_RUN));
    if (first === SPACE && bytes[at + 1] === SPACE && at + 1 < end)
      return runOf(bytes, at, Math.min(end, at + LONGEST_RUN));
    if (first === LESS) {
      const tag = tagEnd(vocabulary, bytes, at, end);
      if (tag > at) return tag;
    }
    let position = at + widthOf(first);
    if (!isKnown(bytes, at)) return position;
    for (let previous = first; position < end; ) {
      const byte = bytes[position] as number;
      if (joined[(previous << 8) | byte] === 0) break;
      if (byte === SPACE && !isBetweenTags(vocabulary, bytes, position, end)) break;
      if (byte === LESS && tagEnd(vocabulary, bytes, position, end) > position) break;
      if (byte >= 0x80 && !isKnown(bytes, position)) break;
      previous = byte;
      position += widthOf(byte);
    }
    return position;
  };
}

/** The end of the run of the byte at `at`, at most `limit`. */
function runOf(bytes: Uint8Array, at: number, limit: number): number {
  let position = at + 1;
  while (position < limit && bytes[position] === bytes[at]) position += 1;
  return position;
}

/** The only token with a space inside is "> </". */
const isBetweenTags = (vocabulary: Vocabulary, bytes: Uint8Array, at: number, end: number): boolean =>
  bytes[at - 1] === GREATER &&
  at + 2 < end &&
  bytes[at + 1] === LESS &&
  bytes[at + 2] === SLASH &&
  tagEnd(vocabulary, bytes, at + 1, end) === at + 1;

/** End of a tag that is a token by definition (such tags have lower ranks than bytes); `at` if there is none. */
function tagEnd(vocabulary: Vocabulary, bytes: Uint8Array, at: number, end: number): number {
  const limit = Math.min(end, at + LONGEST_TAG);
  for (let position = at + 2; position < limit; position += 1)
    if (bytes[position] === GREATER)
      return rankOf(vocabulary, bytes, at, position + 1) < vocabulary.byteId ? position + 1 : at;
  return at;
}

/** Which first bytes of characters follow each other in some token, and which characters are tokens (one bit each). */
function neighboursOf({ size, bytes, offsets }: Vocabulary) {
  const joined = new Uint8Array(65_536);
  const known = new Uint8Array(0x110000 >> 3);
  for (let rank = 0; rank < size; rank += 1) {
    const start = offsets[rank] as number;
    const end = offsets[rank + 1] as number;
    if (start === end) continue;
    const second = start + widthOf(bytes[start] as number);
    if (second === end) {
      const codePoint = codePointAt(bytes, start);
      known[codePoint >> 3] = (known[codePoint >> 3] as number) | (1 << (codePoint & 7));
    }
    for (let previous = start, at = second; at < end; previous = at, at += widthOf(bytes[at] as number))
      joined[((bytes[previous] as number) << 8) | (bytes[at] as number)] = 1;
  }
  return { joined, known };
}
