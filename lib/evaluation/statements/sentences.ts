/** Longer sentences are data or lists, not statements. */
const LONGEST_SENTENCE = 600;
const SHORTEST_SENTENCE = 6;

/** Sentences and list items of a text, in any script. Skips code blocks. */
export function sentencesOf(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?(?:```|$)/g, "\n");
  return prose
    .split(/\n+|(?<=[.!?])\s+|(?<=[。！？；])/)
    .map((sentence) => sentence.replace(/^[\s>*#•-]+|^\d+[.)]\s+/, "").trim())
    .filter(({ length }) => length >= SHORTEST_SENTENCE && length <= LONGEST_SENTENCE);
}

const STOP_WORDS = new Set(
  (
    "a an and are as at be been but by can could did do does for from had has have he her his i if in into is it its me my of on or our " +
    "she should so that the their them then there these they this to us was we were what when which who will with would you your"
  ).split(" "),
);
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The content words of a sentence. Scripts without spaces are split into pairs of characters. */
export function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_][\p{L}\p{N}\p{M}_./-]*/gu) ?? [];
  return new Set(words.flatMap((word) => (CJK.test(word) ? pairsOf(word) : contentWord(word))));
}

const contentWord = (word: string): string[] => {
  const bare = word.replace(/[./-]+$/, "");
  return bare === "" || STOP_WORDS.has(bare) ? [] : [bare];
};

function pairsOf(word: string): string[] {
  const characters = [...word];
  if (characters.length < 2) return [word];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
