/**
 * Signs by what they are in a text, told by number: a table remembers what the Unicode classes say of each, so that one
 * pass over a text replaces several regular expressions. Signs of the higher planes are asked for each time.
 */
const KNOWN = 1;
export const SPACE = 2;
/** A letter, or a mark that belongs to one. */
export const LETTER = 4;
/** Of a word: a letter with its marks, a digit, `_`. */
export const WORD = 8;
/** Of a script that is written without spaces: each pair of neighbours stands for a word. */
export const DENSE = 16;
/** Ends a sentence where a space follows, after a closing quote or bracket or none. */
export const STOP = 32;
export const CLOSING = 64;
/** Ends a sentence in any case. */
export const FULL_STOP = 128;
/** A list mark, heading or quote at the start of a line. */
export const MARKER = 256;

const CLASSES: readonly (readonly [number, RegExp])[] = [
  [SPACE, /\s/u],
  [LETTER, /[\p{L}\p{M}]/u],
  [WORD, /[\p{L}\p{M}\p{N}_]/u],
  [DENSE, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u],
  [STOP, /[.!?]/],
  [CLOSING, /["')\]]/],
  [FULL_STOP, /[。！？；]/],
  [MARKER, /[#>*•-]/],
];

const known = new Uint16Array(0x1_0000);

/** The classes of a code point, added up. */
export function classesOf(code: number): number {
  const found = known[code];
  if (found) return found;
  const classes = classify(String.fromCodePoint(code));
  if (code < known.length) known[code] = classes;
  return classes;
}

const classify = (sign: string): number =>
  CLASSES.reduce((classes, [flag, pattern]) => (pattern.test(sign) ? classes | flag : classes), KNOWN);

/** UTF-16 units of a code point. */
export const unitsOf = (code: number): number => (code > 0xffff ? 2 : 1);

/** True when less than `share` of a stretch of the text is other than letters and spaces: code, JSON and tables have more. */
export function isMostlyLetters(text: string, start: number, end: number, share: number): boolean {
  let room = (end - start) * share;
  let at = start;
  while (at < end && room > 0) {
    const code = text.codePointAt(at) as number;
    if ((classesOf(code) & (LETTER | SPACE)) === 0) room -= 1;
    at += unitsOf(code);
  }
  return room > 0;
}
