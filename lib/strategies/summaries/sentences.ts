import { termsOf } from "../facts/terms";
import { hasDense, isMostlyLetters } from "../facts/text-signs";

/** Prose sentences in any script, and the terms they share. */

const SHORTEST = 12;
const SHORTEST_DENSE = 6;
const LONGEST = 280;
/** Maximum share of a sentence that is neither letters nor spaces. */
const MAX_SIGNS = 0.2;
const SHORTEST_WORD = 3;

const FENCED = /```[^`]*(?:```|$)/g;
/**
 * The last character of a sentence or line; the full stop after a list number (`2. run the tests`) does not end a
 * sentence.
 */
const END = /(?<!(?:^|\s)\d{1,2}(?=\.))[.!?]["')\]]?(?=\s)|[。！？；\n]/g;
/** The first character of a sentence: neither a space nor a list, heading or quotation mark. */
const START = /[^\s#>*•-]/g;

/** A sentence with its distinct terms (`termsOf`). */
export type Sentence = { readonly text: string; readonly terms: readonly number[] };

export const readSentence = (text: string): Sentence => ({ text, terms: wordsOf(text) });

/** The terms of a request's sentences. */
export function wordsOf(text: string): number[] {
  const terms = termsOf(text, SHORTEST_WORD);
  return terms.filter((term, at) => terms.indexOf(term) === at);
}

/** The sentences of a text; fenced code is left out. */
export function splitSentences(text: string): string[] {
  const prose = text.includes("```") ? text.replace(FENCED, "\n") : text;
  const sentences: string[] = [];
  for (let at = 0; at < prose.length; ) {
    const start = indexOf(START, prose, at);
    END.lastIndex = at;
    const end = END.test(prose) ? END.lastIndex : prose.length;
    const sentence = prose.slice(start, end).trimEnd();
    if (isProse(sentence)) sentences.push(sentence);
    // Skips spaces and marks between sentences.
    at = Math.max(start, end);
  }
  return sentences;
}

function indexOf(sign: RegExp, text: string, from: number): number {
  sign.lastIndex = from;
  return sign.test(text) ? sign.lastIndex - 1 : text.length;
}

/** Long enough to be informative, short enough to keep, and mostly letters. */
function isProse(sentence: string): boolean {
  const { length } = sentence;
  if (length < SHORTEST_DENSE || length > LONGEST) return false;
  return isMostlyLetters(sentence, MAX_SIGNS) && (length >= SHORTEST || hasDense(sentence));
}

/** The last prose sentence near a text's end; empty if there is none. */
export const lastSentence = (text: string): string => splitSentences(text.slice(-600)).at(-1) ?? "";
