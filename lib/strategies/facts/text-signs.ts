/**
 * Character classes as bit flags. A table caches the classes of each code point below 0x10000, so that one pass
 * replaces several regular expressions. Higher code points are classified each time.
 */
const KNOWN = 1;
/** A letter, a mark that belongs to one, or a space. */
const LETTER = 2;
/** A character of a word: a letter with its marks, a digit, `_`. */
export const WORD = 4;
/** A character of a script that is written without spaces. Two neighbouring characters count as a word. */
export const DENSE = 8;

const CLASSES: readonly (readonly [number, RegExp])[] = [
  [LETTER, /[\p{L}\p{M}\s]/u],
  [WORD, /[\p{L}\p{M}\p{N}_]/u],
  [DENSE, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u],
];

const known = new Uint8Array(0x1_0000);

export function classesOf(code: number): number {
  const found = known[code];
  if (found) return found;
  const classes = classify(String.fromCodePoint(code));
  if (code < known.length) known[code] = classes;
  return classes;
}

const classify = (sign: string): number =>
  CLASSES.reduce((classes, [flag, pattern]) => (pattern.test(sign) ? classes | flag : classes), KNOWN);

export const unitsOf = (code: number): number => (code > 0xffff ? 2 : 1);

/** Everything except spaces and letters of the most frequent scripts; rare in prose, so each can be classified. */
const UNUSUAL = /[^a-zA-Z\s\u00c0-\u00d6\u0410-\u044f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]/g;

/**
 * True if signs (everything except letters and spaces) make up less than `share` of the text. Code, JSON and tables
 * have more.
 */
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

/** True if the text has a character of a script without spaces. */
export const hasDense = (text: string): boolean => [...text].some(isDense);
