import { indexTerms } from "../term-index";

/** The sentences that say most of what the others say too, in any script; no model, deterministic, linear. */

const MOST_SENTENCES = 1_500;
const MOST_CANDIDATES = 150;
const SHORTEST = 12;
const SHORTEST_DENSE = 6;
const LONGEST = 280;

/** Scripts that are written without spaces: each pair of neighbouring characters is a term. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;
const WORD = /[\p{L}\p{N}_]{3,}/gu;
const NO_LETTER = /[^\p{L}\p{M}\s]/gu;

/** A sentence with the terms that it shares with others. */
export type Sentence = { readonly text: string; readonly terms: readonly string[] };

export const readSentence = (text: string): Sentence => ({ text, terms: termsOf(text) });

/** Sentences of prose; fenced code is left out. */
export function splitSentences(text: string): string[] {
  return text
    .replace(/```[^`]*(?:```|$)/g, "\n")
    .split(/(?<=[.!?]["')\]]?)\s+|(?<=[。！？；])|\n+/)
    .map((sentence) => sentence.replace(/^[\s#>*•-]+/, "").trim())
    .filter(isProse);
}

/** Long enough to say something, short enough to be kept, and mostly letters. */
function isProse(sentence: string): boolean {
  if (sentence.length < SHORTEST_DENSE || sentence.length > LONGEST) return false;
  if (sentence.length < SHORTEST && sentence.search(DENSE) < 0) return false;
  return (sentence.match(NO_LETTER)?.length ?? 0) < sentence.length * 0.2;
}

/**
 * At most `most` of the sentences, in their order. Each one chosen makes what it says count less for the next. What the
 * `focus` names counts as much as what is said most.
 */
export function centralSentences(sentences: readonly Sentence[], most: number, focus = ""): string[] {
  const unique = distinct(sentences).slice(-MOST_SENTENCES);
  const { terms, counts, numberOf } = indexTerms(unique.map(({ terms }) => terms));
  const weights = counts.map((count) => weightOf(count, unique.length));
  const heaviest = weights.reduce((most, weight) => Math.max(most, weight), 1);
  for (const word of termsOf(focus)) {
    const term = numberOf.get(word);
    if (term !== undefined) weights[term] = 2 * heaviest;
  }
  const candidates = strongest(terms, weights);
  const chosen = new Set<number>();
  while (chosen.size < most) {
    const next = bestOf(terms, weights, candidates);
    if (next === null) break;
    candidates.delete(next);
    chosen.add(next);
    for (const term of terms[next] ?? []) weights[term] = (weights[term] ?? 0) * 0.3;
  }
  return unique.filter((_, index) => chosen.has(index)).map(({ text }) => text);
}

function distinct(sentences: readonly Sentence[]): Sentence[] {
  const known = new Map<string, Sentence>();
  for (const sentence of sentences) if (!known.has(sentence.text)) known.set(sentence.text, sentence);
  return [...known.values()];
}

function termsOf(sentence: string): string[] {
  const words = sentence.toLowerCase().match(WORD) ?? [];
  if (sentence.search(DENSE) < 0) return words;
  const pairs = (sentence.match(DENSE) ?? []).flatMap((run) => {
    const letters = [...run];
    return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
  return [...pairs, ...(sentence.replace(DENSE, " ").toLowerCase().match(WORD) ?? [])];
}

/** A term weighs by the sentences that share it; what stands in nearly all of them says nothing. */
const weightOf = (count: number, total: number): number =>
  count < 2 ? 0 : Math.log(count) * Math.log(1 + total / count);

type Terms = readonly (readonly number[])[];
type Weights = readonly number[];

function scoreOf(terms: readonly number[], weights: Weights): number {
  let score = 0;
  for (const term of terms) score += weights[term] ?? 0;
  return score / Math.sqrt(terms.length + 4);
}

/** Those that are looked at again after each choice: weights only fall, so the others hardly come up. */
function strongest(sentences: Terms, weights: Weights): Set<number> {
  const scores = sentences.map((terms) => scoreOf(terms, weights));
  const ranked = scores.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || b - a);
  return new Set(ranked.slice(0, MOST_CANDIDATES));
}

function bestOf(sentences: Terms, weights: Weights, candidates: ReadonlySet<number>): number | null {
  let best: { index: number; score: number } | null = null;
  for (const index of candidates) {
    const score = scoreOf(sentences[index] ?? [], weights);
    if (score > 0 && (best === null || score > best.score)) best = { index, score };
  }
  return best?.index ?? null;
}
