import { classesOf, DENSE, unitsOf, WORD } from "./text-signs";

/**
 * What texts have in common, as numbers: of each word, and of each pair of neighbours in a script without spaces, a hash
 * of its lower-case signs (FNV-1a, a code point at a time). Nothing is cut out of the text. Two words that meet in one
 * of 2^32 hashes count as one.
 */
const SEED = 0x811c9dc5 | 0;
const mix = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

/** The terms of a text in their order, repeats and all; words of fewer than `shortest` signs are left out. */
export function termsOf(text: string, shortest: number): number[] {
  const terms: number[] = [];
  const lower = text.toLowerCase();
  let at = 0;
  while (at < lower.length) {
    const code = lower.codePointAt(at) as number;
    const classes = classesOf(code);
    if (classes & DENSE) at = readPairs(lower, at, terms);
    else if (classes & WORD) at = readWord(lower, at, shortest, terms);
    else at += unitsOf(code);
  }
  return terms;
}

/** Where the word ends that begins here. */
function readWord(text: string, start: number, shortest: number, terms: number[]): number {
  let hash = SEED;
  let length = 0;
  let at = start;
  for (; at < text.length; length += 1) {
    const code = text.codePointAt(at) as number;
    if ((classesOf(code) & (WORD | DENSE)) !== WORD) break;
    hash = mix(hash, code);
    at += unitsOf(code);
  }
  if (length >= shortest) terms.push(hash);
  return at;
}

/** Where the run without spaces ends that begins here. */
function readPairs(text: string, start: number, terms: number[]): number {
  let before: number | null = null;
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at) as number;
    if ((classesOf(code) & DENSE) === 0) break;
    if (before !== null) terms.push(mix(mix(SEED, before), code));
    before = code;
    at += unitsOf(code);
  }
  return at;
}
