import type { Crusher } from "./crusher";

const MIN_SENTENCES = 6;
/** Share of the sentences that stay. */
const SHARE = 0.5;
const WORD = /[\p{L}\p{N}_]+/gu;
const HAN = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u;

/** Prose: the half of the sentences with the most words that others use too; repeats go first. */
export const crushText: Crusher = (text) => {
  if (!looksLikeProse(text)) return null;
  const sentences = text.match(/[^.!?。！？\n]+[.!?。！？]*\s*|\n+/g) ?? [];
  const said = sentences.flatMap((sentence, index) => (sentence.trim() === "" ? [] : [index]));
  if (said.length < MIN_SENTENCES) return null;
  const words = said.map((index) => new Set(wordsOf(sentences[index] ?? "")));
  const chosen = new Set(mostCentral(words, Math.ceil(said.length * SHARE)).map((at) => said[at] as number));
  const left = sentences.filter((sentence, index) => chosen.has(index) || sentence.trim() === "").join("");
  return left.length < text.length ? { text: left, kept: chosen.size, total: said.length, unit: "sentences" } : null;
};

/** Letters and spaces above all: code, JSON and tables have too many other signs. */
function looksLikeProse(text: string): boolean {
  const sample = text.slice(0, 1500);
  return (sample.match(/[^\p{L}\s]/gu)?.length ?? 0) < sample.length * 0.14;
}

/** Words, or pairs of signs in scripts without spaces. */
function wordsOf(sentence: string): string[] {
  return (sentence.toLowerCase().match(WORD) ?? []).flatMap((word) =>
    HAN.test(word) ? Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2)) : [word],
  );
}

/** Indexes of the sentences that share most, weighed by length, in order; of equal sentences only the first counts. */
function mostCentral(words: readonly ReadonlySet<string>[], count: number): number[] {
  const frequency = new Map<string, number>();
  for (const set of words) for (const word of set) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const seen = new Set<string>();
  const scored = words.map((set, index) => {
    const key = [...set].join(" ");
    const isRepeat = seen.has(key);
    seen.add(key);
    let score = 0;
    for (const word of set) score += Math.log(frequency.get(word) ?? 1);
    return { index, score: isRepeat ? -1 : score / Math.sqrt(set.size + 1) };
  });
  scored.sort((a, b) => b.score - a.score || a.index - b.index);
  return scored
    .slice(0, count)
    .filter(({ score }) => score >= 0)
    .map(({ index }) => index);
}
