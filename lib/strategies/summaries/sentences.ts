import { termsOf } from "../terms";
import { CLOSING, classesOf, DENSE, FULL_STOP, isMostlyLetters, MARKER, SPACE, STOP } from "../text-signs";

/** Sentences of prose in any script, with what they share with others. */

const SHORTEST = 12;
const SHORTEST_DENSE = 6;
const LONGEST = 280;
/** Share of a sentence that may be other than letters and spaces. */
const MOST_SIGNS = 0.2;
const SHORTEST_WORD = 3;
const NEWLINE = 10;

/** A sentence with its terms (`termsOf`). */
export type Sentence = { readonly text: string; readonly terms: readonly number[] };

export const readSentence = (text: string): Sentence => ({ text, terms: wordsOf(text) });

/** What is asked for, as the terms of sentences. */
export const wordsOf = (text: string): number[] => termsOf(text, SHORTEST_WORD);

/** The sentences of a text; fenced code is left out. */
export function splitSentences(text: string): string[] {
  const prose = text.includes("```") ? text.replace(/```[^`]*(?:```|$)/g, "\n") : text;
  const sentences: string[] = [];
  let start = 0;
  for (let at = 0; at < prose.length; at += 1) {
    const end = endAt(prose, at);
    if (end === 0) continue;
    addProse(prose, start, end, sentences);
    start = end;
  }
  addProse(prose, start, prose.length, sentences);
  return sentences;
}

/** Where the next sentence begins, if one ends with this sign; else 0. */
function endAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const classes = classesOf(code);
  if (code === NEWLINE || classes & FULL_STOP) return at + 1;
  if ((classes & STOP) === 0) return 0;
  const next = is(CLOSING, text, at + 1) ? at + 2 : at + 1;
  return is(SPACE, text, next) ? next : 0;
}

const is = (classes: number, text: string, at: number): boolean =>
  at < text.length && (classesOf(text.codePointAt(at) as number) & classes) !== 0;

function addProse(text: string, from: number, to: number, sentences: string[]) {
  let start = from;
  let end = to;
  while (start < end && is(SPACE | MARKER, text, start)) start += 1;
  while (start < end && is(SPACE, text, end - 1)) end -= 1;
  if (isProse(text, start, end)) sentences.push(text.slice(start, end));
}

/** Long enough to say something, short enough to be kept, and mostly letters. */
function isProse(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length < SHORTEST_DENSE || length > LONGEST) return false;
  return isMostlyLetters(text, start, end, MOST_SIGNS) && (length >= SHORTEST || hasDense(text, start, end));
}

function hasDense(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (is(DENSE, text, at)) return true;
  return false;
}
