import { indexTerms } from "../term-index";
import type { Crusher } from "./crusher";

const MIN_SENTENCES = 6;
/** Share of the sentences that stay. */
const SHARE = 0.5;
/** Characters that tell whether a text is prose. */
const SAMPLE = 1500;
const NO_LETTER = /[^\p{L}\s]/gu;
const WORD = /[\p{L}\p{N}_]+/gu;
const DENSE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u;

/** Prose: the half of the sentences with the most words that others use too; repeats go first. */
export const crushText: Crusher = (text) => {
  if (!looksLikeProse(text)) return null;
  const sentences = text.match(/[^.!?。！？\n]+[.!?。！？]*\s*|\n+/g) ?? [];
  const said: number[] = [];
  for (const [index, sentence] of sentences.entries()) if (!isBlank(sentence)) said.push(index);
  if (said.length < MIN_SENTENCES) return null;
  const isDense = DENSE.test(text);
  const words = said.map((index) => wordsOf(sentences[index] ?? "", isDense));
  const chosen = new Set(mostCentral(words, Math.ceil(said.length * SHARE)).map((at) => said[at] as number));
  const left = sentences.filter((sentence, index) => chosen.has(index) || isBlank(sentence)).join("");
  return left.length < text.length ? { text: left, kept: chosen.size, total: said.length, unit: "sentences" } : null;
};

const isBlank = (sentence: string): boolean => sentence.trim() === "";

/** Letters and spaces above all: code, JSON and tables have too many other signs. */
function looksLikeProse(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  return (sample.match(NO_LETTER)?.length ?? 0) < sample.length * 0.14;
}

/** Words, or pairs of signs in scripts without spaces. */
function wordsOf(sentence: string, isDense: boolean): readonly string[] {
  const words = sentence.toLowerCase().match(WORD) ?? [];
  if (!isDense) return words;
  return words.flatMap((word) =>
    DENSE.test(word) ? Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2)) : [word],
  );
}

/** Indexes of the sentences that share most, weighed by length, in order; of equal sentences only the first counts. */
function mostCentral(sentences: readonly (readonly string[])[], count: number): number[] {
  const { terms, counts } = indexTerms(sentences);
  const weights = counts.map((texts) => Math.log(texts));
  const seen = new Set<string>();
  const scored = terms.map((own, index) => {
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
