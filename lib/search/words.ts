/** Longer runs of letters and digits are encoded data, which nobody searches for. A SHA-256 in hex has 64. */
const LONGEST_WORD = 64;
/** Maximum indexed characters of a message; later text is not found by a search. */
export const SEARCHED_CHARACTERS = 200_000;

const CJK = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}";
const RUN = new RegExp(`[${CJK}]+|(?:(?![${CJK}])[\\p{L}\\p{N}])+`, "gu");
const IS_CJK = new RegExp(`^[${CJK}]`, "u");
const HUMPS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;

/** The distinct lower-case words of a text for the index. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [run] of text.slice(0, SEARCHED_CHARACTERS).normalize("NFKC").matchAll(RUN)) {
    if (IS_CJK.test(run)) addPairs(run, words);
    else if (run.length <= LONGEST_WORD) addWord(run, words);
  }
  return words;
}

function addWord(run: string, words: Set<string>): void {
  const lower = run.toLowerCase();
  words.add(lower);
  if (lower === run) return;
  const humps = run.match(HUMPS) ?? [];
  if (humps.length > 1) for (const hump of humps) words.add(hump.toLowerCase());
}

/** `中文字` → 中文, 文字 and 字, which starts no pair. */
function addPairs(run: string, words: Set<string>): void {
  const characters = [...run];
  for (const [index, character] of characters.entries()) words.add(character + (characters[index + 1] ?? ""));
}

export type SearchWord = {
  readonly word: string;
  /** Whether longer words with this prefix also match. */
  readonly isPrefix: boolean;
};

/** Maximum number of words in a query; a longer one is a paste. */
const MAX_WORDS = 24;

/** A query's words. A message must contain all of them. The last word may be unfinished. */
export function queryWords(query: string): SearchWord[] {
  const found = new Map<string, SearchWord>();
  const runs = [...query.normalize("NFKC").matchAll(RUN)].map(([run]) => run);
  for (const [index, run] of runs.entries()) {
    const isLast = index === runs.length - 1 && /[\p{L}\p{N}]$/u.test(query);
    for (const word of IS_CJK.test(run) ? pairsOf(run) : [run.toLowerCase().slice(0, LONGEST_WORD)]) {
      const isPrefix = (IS_CJK.test(run) && [...run].length === 1) || (isLast && !IS_CJK.test(run));
      found.set(word, { word, isPrefix });
    }
  }
  return [...found.values()].slice(0, MAX_WORDS);
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(0, -1).map((character, index) => character + (characters[index + 1] as string));
}

export type Snippet = {
  readonly text: string;
  /** Positions of the query's words in `text`: from, to. */
  readonly hits: readonly (readonly [number, number])[];
};

const LEAD = 40;
const LENGTH = 160;

/** The piece of a text around its first word of the query; null if it has none. */
export function snippetOf(text: string, query: string): Snippet | null {
  const expression = expressionOf(query);
  if (expression === null) return null;
  const searched = text.slice(0, SEARCHED_CHARACTERS);
  const first = expression.exec(searched);
  if (first === null) return null;
  const start = Math.max(0, first.index - LEAD);
  const cut = `${start > 0 ? "…" : ""}${searched.slice(start, start + LENGTH)}`.replace(/\s/g, " ");
  expression.lastIndex = 0;
  const hits = [...cut.matchAll(expression)].map(({ 0: word, index }) => [index, index + word.length] as const);
  return { text: cut.toWellFormed(), hits };
}

/** Finds a query's words, ignoring case; character pairs from one run are matched as the run that the reader typed. */
function expressionOf(query: string): RegExp | null {
  const runs = [...new Set([...query.normalize("NFKC").matchAll(RUN)].map(([run]) => run))];
  if (runs.length === 0) return null;
  const longestFirst = runs.sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((run) => run.replaceAll(/[^\p{L}\p{N}]/gu, "")).join("|"), "giu");
}
