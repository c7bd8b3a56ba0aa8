import { indexTerms } from "../facts/term-index";
import { termsOf } from "../facts/terms";
import { isMostlyLetters } from "../facts/text-signs";
import type { Crusher } from "./crusher";

const MIN_SENTENCES = 6;
const SHARE = 0.5;
/** Number of characters sampled to decide whether a text is prose. */
const SAMPLE = 1500;
/** Largest share of the sample that is neither letters nor spaces. */
const MAX_SIGNS = 0.14;
const SHORTEST_WORD = 1;

/** Prose: keeps the half of the sentences that share the most words with others; drops repeats first. */
export const crushText: Crusher = (text) => {
  if (!isMostlyLetters(text.slice(0, SAMPLE), MAX_SIGNS)) return null;
  const sentences = text.match(/[^.!?。！？\n]+[.!?。！？]*\s*|\n+/g) ?? [];
  const said: number[] = [];
  for (const [index, sentence] of sentences.entries()) if (!isBlank(sentence)) said.push(index);
  if (said.length < MIN_SENTENCES) return null;
  const terms = said.map((index) => [...new Set(termsOf(sentences[index] ?? "", SHORTEST_WORD))]);
  const chosen = new Set(mostCentral(terms, Math.ceil(said.length * SHARE)).map((at) => said[at] as number));
  const left = sentences.filter((sentence, index) => chosen.has(index) || isBlank(sentence)).join("");
  return left.length < text.length ? { text: left, kept: chosen.size, total: said.length, unit: "sentences" } : null;
};

const isBlank = (sentence: string): boolean => sentence.trim() === "";

/**
 * Indexes of the sentences that share the most terms with others, best first. Long sentences have no advantage; of
 * equal sentences only the first is eligible.
 */
function mostCentral(sentences: readonly (readonly number[])[], count: number): number[] {
  const { texts, counts } = indexTerms(sentences);
  const weights = counts.map((count) => Math.log(count));
  const seen = new Set<string>();
  const scored = texts.map((own, index) => {
    const key = own.join(" ");
    const isRepeat = seen.has(key);
    seen.add(key);
    let score = 0;
    for (const term of own) score += weights[term] ?? 0;
    return { index, score: isRepeat ? -1 : score / Math.sqrt(own.length + 1) };
  });
  scored.sort((a, b) => b.score - a.score || a.index - b.index);
  return scored
    .slice(0, count)
    .filter(({ score }) => score >= 0)
    .map(({ index }) => index);
}
