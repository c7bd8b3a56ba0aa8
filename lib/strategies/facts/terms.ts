import { classesOf, DENSE, unitsOf, WORD } from "./text-signs";

/**
 * A term is a word, or two neighbouring characters of a script without spaces. It is represented by the hash of its
 * lower-case characters (FNV-1a over code points). Hashes are compared instead of strings, so nothing is cut out of the
 * text. Two words with the same 32-bit hash count as one.
 */
const SEED = 0x811c9dc5 | 0;
const mix = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

/** The terms of a text in order, with repeats. Omits words of fewer than `shortest` characters. */
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

/** Adds the word starting at `start`; returns its end. */
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

/** Adds the pairs of the run without spaces starting at `start`; returns its end. */
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
