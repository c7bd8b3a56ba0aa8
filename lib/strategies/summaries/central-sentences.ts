/** The sentences that say most of what the others say too, in any script; no model, deterministic, linear. */

const MOST_SENTENCES = 1_500;
const MOST_CANDIDATES = 150;
const SHORTEST = 12;
const SHORTEST_DENSE = 6;
const LONGEST = 280;

/** Scripts that are written without spaces: each pair of neighbouring characters is a term. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;
const WORD = /[\p{L}\p{N}_]{3,}/gu;

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
  const shortest = sentence.search(DENSE) >= 0 ? SHORTEST_DENSE : SHORTEST;
  if (sentence.length < shortest || sentence.length > LONGEST) return false;
  return (sentence.match(/[\p{L}\p{M}\s]/gu)?.length ?? 0) > sentence.length * 0.8;
}

/**
 * At most `most` of the sentences, in their order. Each one chosen makes what it says count less for the next. What the
 * `focus` names counts as much as what is said most.
 */
export function centralSentences(sentences: readonly string[], most: number, focus = ""): string[] {
  const unique = [...new Set(sentences)].slice(-MOST_SENTENCES);
  const terms = unique.map(termsOf);
  const weights = weigh(terms);
  const heaviest = [...weights.values()].reduce((most, weight) => Math.max(most, weight), 1);
  for (const term of termsOf(focus)) if (weights.has(term)) weights.set(term, 2 * heaviest);
  const candidates = strongest(terms, weights);
  const chosen = new Set<number>();
  while (chosen.size < most) {
    const next = bestOf(terms, weights, candidates);
    if (next === null) break;
    candidates.delete(next);
    chosen.add(next);
    for (const term of terms[next] ?? []) weights.set(term, (weights.get(term) ?? 0) * 0.3);
  }
  return unique.filter((_, index) => chosen.has(index));
}

function termsOf(sentence: string): Set<string> {
  const terms = new Set<string>();
  for (const [run] of sentence.matchAll(DENSE)) {
    const letters = [...run];
    for (let index = 1; index < letters.length; index += 1) terms.add(`${letters[index - 1]}${letters[index]}`);
  }
  for (const [word] of sentence.replace(DENSE, " ").matchAll(WORD)) terms.add(word.toLowerCase());
  return terms;
}

/** A term weighs by the sentences that share it; what stands in nearly all of them says nothing. */
function weigh(sentences: readonly ReadonlySet<string>[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const terms of sentences) for (const term of terms) found.set(term, (found.get(term) ?? 0) + 1);
  const total = sentences.length;
  return new Map([...found].map(([term, n]) => [term, n < 2 ? 0 : Math.log(n) * Math.log(1 + total / n)]));
}

type Weights = ReadonlyMap<string, number>;

function scoreOf(terms: ReadonlySet<string>, weights: Weights): number {
  let score = 0;
  for (const term of terms) score += weights.get(term) ?? 0;
  return score / Math.sqrt(terms.size + 4);
}

/** Those that are looked at again after each choice: weights only fall, so the others hardly come up. */
function strongest(sentences: readonly ReadonlySet<string>[], weights: Weights): Set<number> {
  const scored = sentences.map((terms, index) => ({ index, score: scoreOf(terms, weights) }));
  scored.sort((a, b) => b.score - a.score || b.index - a.index);
  return new Set(scored.slice(0, MOST_CANDIDATES).map(({ index }) => index));
}

function bestOf(
  sentences: readonly ReadonlySet<string>[],
  weights: Weights,
  candidates: ReadonlySet<number>,
): number | null {
  let best: { index: number; score: number } | null = null;
  for (const index of candidates) {
    const score = scoreOf(sentences[index] ?? new Set(), weights);
    if (score > 0 && (best === null || score > best.score)) best = { index, score };
  }
  return best?.index ?? null;
}
