import { indexTerms, type TermIndex } from "../facts/term-index";
import { type Sentence, wordsOf } from "./sentences";

/** Chooses the sentences that share the most words with the others, in any script. No model, deterministic, linear. */

const MAX_SENTENCES = 1_500;
const MAX_CANDIDATES = 150;
/** What the weight of a term is multiplied by when a sentence with it was chosen. */
const SAID = 0.3;

/**
 * At most `most` of the sentences, in their order. When one is chosen, its terms weigh less for the next. A term of `focus`
 * weighs as much as the most frequent one.
 */
export function centralSentences(sentences: readonly Sentence[], most: number, focus = ""): string[] {
  const unique = distinct(sentences).slice(-MAX_SENTENCES);
  const index = indexTerms(unique.map(({ terms }) => terms));
  const chosen = chooseTexts(index.texts, weightsOf(index, focus), most);
  return chosen.map((at) => (unique[at] as Sentence).text);
}

function distinct(sentences: readonly Sentence[]): Sentence[] {
  const known = new Set<string>();
  return sentences.filter(({ text }) => known.size < known.add(text).size);
}

/** The weight of a term grows with the number of sentences that share it. A term of nearly all sentences weighs nothing. */
function weightsOf({ texts, counts, numberOf }: TermIndex, focus: string): number[] {
  const weights = counts.map((count) => (count < 2 ? 0 : Math.log(count) * Math.log(1 + texts.length / count)));
  const heaviest = weights.reduce((most, weight) => Math.max(most, weight), 1);
  for (const word of wordsOf(focus)) {
    const term = numberOf.get(word);
    if (term !== undefined) weights[term] = 2 * heaviest;
  }
  return weights;
}

/** The indexes of the chosen texts, in order. */
function chooseTexts(texts: TermIndex["texts"], weights: number[], most: number): number[] {
  const scores = texts.map((terms) => scoreOf(terms, weights));
  const candidates = strongest(scores);
  const chosen: number[] = [];
  while (chosen.length < most) {
    const best = bestOf(candidates, texts, weights, scores);
    if (best === null) break;
    chosen.push(best);
    scores[best] = 0;
    for (const term of texts[best] ?? []) weights[term] = (weights[term] ?? 0) * SAID;
  }
  return chosen.sort((a, b) => a - b);
}

function scoreOf(terms: readonly number[], weights: readonly number[]): number {
  let score = 0;
  for (const term of terms) score += weights[term] ?? 0;
  return score / Math.sqrt(terms.length + 4);
}

/** The texts that may be chosen, the highest score first; of equal ones the newest first. */
function strongest(scores: readonly number[]): number[] {
  const least = Float64Array.from(scores).sort().at(-MAX_CANDIDATES) ?? 0;
  const candidates: number[] = [];
  for (let at = scores.length - 1; at >= 0; at -= 1) if ((scores[at] ?? 0) >= least) candidates.push(at);
  return candidates.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

/**
 * The text with the highest score now; null if none scores. Weights only fall, so a text's earlier score is an upper bound
 * of its score now, and few texts have to be scored again.
 */
function bestOf(
  candidates: readonly number[],
  texts: TermIndex["texts"],
  weights: readonly number[],
  scores: number[],
): number | null {
  let best: number | null = null;
  let highest = 0;
  for (const at of candidates) {
    if ((scores[at] ?? 0) <= highest) continue;
    const score = scoreOf(texts[at] ?? [], weights);
    scores[at] = score;
    if (score <= highest) continue;
    highest = score;
    best = at;
  }
  return best;
}
