import {
  ASCII_CLASSES,
  CONTROL,
  classOf,
  codePointAt,
  LETTER,
  LINE_BREAK,
  MARK,
  NUMBER,
  SPACE,
  SYMBOL,
  WHITESPACE,
  widthOf,
} from "./character-class";
import { numberEnd } from "./split-common";

/**
 * Han and kana as DeepSeek's pattern lists them. These and numbers are cut out first, so no other piece crosses them.
 */
const CJK = 1 << 15;
const isCjk = (codePoint: number): boolean =>
  (codePoint >= 0x4e00 && codePoint <= 0x9fa5) || (codePoint >= 0x3040 && codePoint <= 0x30ff);

function kindAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] as number;
  if (byte < 128) return ASCII_CLASSES[byte] as number;
  const codePoint = codePointAt(bytes, at);
  return isCjk(codePoint) ? CJK : classOf(codePoint);
}

function kindEnd(bytes: Uint8Array, at: number, end: number, kinds: number): number {
  let position = at;
  while (position < end && (kindAt(bytes, position) & kinds) !== 0) position += widthOf(bytes[position] as number);
  return position;
}

const WORD = LETTER | MARK;
const SPACE_BYTE = 0x20;

/**
 * DeepSeek V3's three patterns, each applied to what the previous one left, as one scanner:
 *
 *     1  \p{N}{1,3}
 *     2  [一-龥぀-ゟ゠-ヿ]+
 *     3  [ASCII punctuation][A-Za-z]+  |  [^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+  |   ?[\p{P}\p{S}]+[\r\n]*
 *        |  \s*[\r\n]+  |  \s+(?!\S)  |  \s+        and the text between these matches
 */
export function splitDeepseek(bytes: Uint8Array, at: number, end: number): number {
  const first = kindAt(bytes, at);
  if (first === NUMBER) return numberEnd(bytes, at, end);
  if (first === CJK) return kindEnd(bytes, at, end, CJK);
  const word = wordEnd(bytes, at, end, first);
  if (word > at) return word;
  const start = bytes[at] === SPACE_BYTE ? at + 1 : at;
  const symbols = kindEnd(bytes, start, end, SYMBOL);
  if (symbols > start) return kindEnd(bytes, symbols, end, LINE_BREAK);
  return first === CONTROL ? gapEnd(bytes, at, end) : spacesEnd(bytes, at, end);
}

function wordEnd(bytes: Uint8Array, at: number, end: number, first: number): number {
  if ((first & WORD) !== 0) return kindEnd(bytes, at, end, WORD);
  const start = at + widthOf(bytes[at] as number);
  if ((first & (SPACE | CONTROL)) !== 0) {
    const word = kindEnd(bytes, start, end, WORD);
    return word > start ? word : at;
  }
  if (first !== SYMBOL || (bytes[at] as number) >= 128) return at;
  let word = start;
  while (word < end && isAsciiLetter(bytes[word] as number)) word += 1;
  return word > start ? word : at;
}

const isAsciiLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/**
 * Whitespace up to its last line break; without one, the entire run before a number, Han or the end,
 * otherwise all but its last character.
 */
function spacesEnd(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  let last = at;
  let afterBreak = -1;
  let kind = kindAt(bytes, at);
  while ((kind & WHITESPACE) !== 0) {
    last = position;
    position += widthOf(bytes[position] as number);
    if (kind === LINE_BREAK) afterBreak = position;
    kind = position < end ? kindAt(bytes, position) : NUMBER;
  }
  if (afterBreak > 0) return afterBreak;
  return kind === NUMBER || kind === CJK || last === at ? position : last;
}

/** Controls match nothing, but the last one before a word belongs to the word. */
function gapEnd(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  do {
    position += widthOf(bytes[position] as number);
    if (position >= end || kindAt(bytes, position) !== CONTROL) return position;
  } while (wordEnd(bytes, position, end, CONTROL) === position);
  return position;
}
