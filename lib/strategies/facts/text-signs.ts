/**
 * Signs by what they are in a text, told by number: a table remembers what the Unicode classes say of each, so that one
 * pass over a text replaces several regular expressions. Signs of the higher planes are asked for each time.
 */
const KNOWN = 1;
/** A letter or a mark that belongs to one, or a space. */
const LETTER = 2;
/** Of a word: a letter with its marks, a digit, `_`. */
export const WORD = 4;
/** Of a script that is written without spaces: each pair of neighbours stands for a word. */
export const DENSE = 8;

const CLASSES: readonly (readonly [number, RegExp])[] = [
  [LETTER, /[\p{L}\p{M}\s]/u],
  [WORD, /[\p{L}\p{M}\p{N}_]/u],
  [DENSE, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u],
];

const known = new Uint8Array(0x1_0000);

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

/** All but the letters of the scripts that are met most and spaces: few enough in prose to be looked at one by one. */
const UNUSUAL = /[^a-zA-Z\s\u00c0-\u00d6\u0410-\u044f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]/g;

/** True when less than `share` of the text is other than letters and spaces: code, JSON and tables have more. */
export function isMostlyLetters(text: string, share: number): boolean {
  let room = text.length * share;
  UNUSUAL.lastIndex = 0;
  while (room > 0 && UNUSUAL.test(text)) {
    const code = text.codePointAt(UNUSUAL.lastIndex - 1) as number;
    if (code > 0xffff) UNUSUAL.lastIndex += 1;
    if ((classesOf(code) & LETTER) === 0) room -= 1;
  }
  return room > 0;
}

const isDense = (sign: string): boolean => (classesOf(sign.codePointAt(0) as number) & DENSE) !== 0;

/** True where a sign of a script without spaces is among them. */
export const hasDense = (text: string): boolean => [...text].some(isDense);
