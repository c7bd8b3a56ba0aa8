import {
  CASELESS,
  classAt,
  LETTER,
  LOWER,
  MARK,
  NUMBER,
  OTHER,
  runEnd,
  SPACE,
  UPPER,
  widthOf,
} from "./character-class";
import { contractionEnd, numberEnd, type PieceSplitter, whitespaceEnd } from "./split-common";

/** Classes of the head of a word (`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`) and of its tail. */
const HEAD = UPPER | CASELESS | MARK;
const TAIL = LOWER | CASELESS | MARK;
const EITHER = CASELESS | MARK;
/** May precede the word: anything but a line break, letter or number. */
const PREFIX = SPACE | MARK | OTHER;

export type O200kVariant = { readonly digits: number; readonly contractions: boolean };

/**
 * The o200k pattern of tiktoken and its variants as a scanner without backtracking:
 *
 *     [^\r\n\p{L}\p{N}]?HEAD*TAIL+contraction?  |  [^\r\n\p{L}\p{N}]?HEAD+TAIL*contraction?
 *     |  \p{N}{1,digits}  |   ?[^\s\p{L}\p{N}]+[\r\n/]*  |  \s*[\r\n]+  |  \s+(?!\S)  |  \s+
 */
export function createO200kSplitter({ digits, contractions }: O200kVariant): PieceSplitter {
  return (bytes, at, end) => {
    const first = classAt(bytes, at);
    if ((first & (LETTER | PREFIX)) !== 0) {
      const word = wordEnd(bytes, at, end, first);
      if (word > at) return contractions ? contractionEnd(bytes, word, end) : word;
    }
    if (first === NUMBER) return numberEnd(bytes, at, end, digits);
    const symbols = symbolsEnd(bytes, at, end);
    return symbols > at ? symbols : whitespaceEnd(bytes, at, end);
  };
}

function wordEnd(bytes: Uint8Array, at: number, end: number, first: number): number {
  if ((first & PREFIX) === 0) return mixedEnd(bytes, at, end);
  const start = at + widthOf(bytes[at] as number);
  const word = start < end ? mixedEnd(bytes, start, end) : start;
  const isWord = word > start && (first !== MARK || endsInTail(bytes, start, word));
  if (isWord) return word;
  // A mark can be the word itself; HEAD* then gives back everything except this mark.
  return first === MARK ? start : at;
}

/**
 * End of `HEAD*TAIL+`, otherwise of `HEAD+`, from `at`: capitals, then small letters. If no tail follows the head, the
 * pattern backtracks to the last character that can be in both; without such a character the entire head is the word.
 */
function mixedEnd(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  let afterEither = -1;
  while (position < end) {
    const kind = classAt(bytes, position);
    if ((kind & HEAD) === 0) {
      if (kind !== LOWER) break;
      return runEnd(bytes, position, end, TAIL);
    }
    position += widthOf(bytes[position] as number);
    if ((kind & EITHER) !== 0) afterEither = position;
  }
  return afterEither > 0 ? afterEither : position;
}

/** True if the word has a tail, that is, if its last character can be one. */
function endsInTail(bytes: Uint8Array, start: number, word: number): boolean {
  let last = word - 1;
  while (last > start && ((bytes[last] as number) & 0xc0) === 0x80) last -= 1;
  return (classAt(bytes, last) & TAIL) !== 0;
}

const SPACE_BYTE = 0x20;
const SLASH = 0x2f;

/** ` ?[^\s\p{L}\p{N}]+[\r\n/]*`; `at` itself if it does not match. */
function symbolsEnd(bytes: Uint8Array, at: number, end: number): number {
  const start = bytes[at] === SPACE_BYTE ? at + 1 : at;
  let position = runEnd(bytes, start, end, MARK | OTHER);
  if (position === start) return at;
  while (position < end && isBreakOrSlash(bytes[position] as number)) position += 1;
  return position;
}

const isBreakOrSlash = (byte: number): boolean => byte === 0x0a || byte === 0x0d || byte === SLASH;
