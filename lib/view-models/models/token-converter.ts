import { english, type Say, type Sentence, sentence } from "../../wording/say";

/** Measured characters, words and lines per token, by kind of text (see `source`). */
export type TextMeasure = {
  readonly id: "prose" | "code" | "chinese";
  readonly title: Sentence;
  readonly charactersPerToken: number;
  readonly bytesPerToken: number;
  /** null: the script has no spaces between words. */
  readonly wordsPerToken: number | null;
  readonly tokensPerLine: number | null;
  readonly charactersPerPage: number;
  readonly asOf: string;
  readonly source: Sentence;
};

export const TEXT_MEASURES: readonly TextMeasure[] = [
  {
    id: "prose",
    title: sentence("English prose"),
    charactersPerToken: 4.64,
    bytesPerToken: 4.66,
    wordsPerToken: 0.75,
    tokensPerLine: null,
    charactersPerPage: 3093,
    asOf: "2026-11-22",
    source: sentence(
      "o200k over 10,000 tokens of package READMEs, prose lines only; a page: 500 words, or 800 Chinese characters",
    ),
  },
  {
    id: "code",
    title: sentence("Code"),
    charactersPerToken: 3.94,
    bytesPerToken: 3.94,
    wordsPerToken: 0.5,
    tokensPerLine: 12.3,
    charactersPerPage: 2424,
    asOf: "2026-11-22",
    source: sentence("o200k over 466,000 tokens of Winnow's own TypeScript; a page: 50 lines"),
  },
  {
    id: "chinese",
    title: sentence("Chinese"),
    charactersPerToken: 1.19,
    bytesPerToken: 3.51,
    wordsPerToken: null,
    tokensPerLine: null,
    charactersPerPage: 800,
    asOf: "2026-11-22",
    source: sentence(
      "o200k over the first articles of the Universal Declaration of Human Rights; a page: 500 words, or 800 Chinese characters",
    ),
  },
];

/** Translated by `say.known`: all except KiB are words. */
export const UNITS = ["tokens", "characters", "words", "pages", "KiB"] as const;
export type Unit = (typeof UNITS)[number];

/** Approximate tokens of an amount; null if the kind of text has no such unit. */
export function toTokens(amount: number, unit: Unit, measure: TextMeasure): number | null {
  const { charactersPerToken, bytesPerToken, wordsPerToken, charactersPerPage } = measure;
  if (unit === "tokens") return amount;
  if (unit === "characters") return amount / charactersPerToken;
  if (unit === "words") return wordsPerToken === null ? null : amount / wordsPerToken;
  if (unit === "pages") return (amount * charactersPerPage) / charactersPerToken;
  return (amount * 1024) / bytesPerToken;
}

export type Converted = {
  readonly tokens: number;
  readonly characters: number;
  readonly words: number | null;
  readonly pages: number;
  readonly kibibytes: number;
  readonly lines: number | null;
};

export function convertTokens(tokens: number, measure: TextMeasure): Converted {
  const characters = tokens * measure.charactersPerToken;
  return {
    tokens,
    characters,
    words: measure.wordsPerToken === null ? null : tokens * measure.wordsPerToken,
    pages: characters / measure.charactersPerPage,
    kibibytes: (tokens * measure.bytesPerToken) / 1024,
    lines: measure.tokensPerLine === null ? null : tokens / measure.tokensPerLine,
  };
}

/** Figures from an article of October 2025 about a window of 131,072 tokens. */
const ARTICLE_SIZES = { tokens: 131_072, kibibytes: 637.5, pages: [300, 360] } as const;

/**
 * The article's sizes next to ours, for the amount it names; null for other amounts. They differ because a
 * size depends on the text: the article's file is JSON, and its pages contain fewer words than ours.
 */
export function articleNote(tokens: number, measure: TextMeasure, say: Say = english): string | null {
  if (tokens !== ARTICLE_SIZES.tokens) return null;
  const { kibibytes, pages } = convertTokens(tokens, measure);
  const bytes = (ARTICLE_SIZES.kibibytes * 1024) / tokens;
  const [fewest, most] = ARTICLE_SIZES.pages;
  const characters = [most, fewest].map((count) =>
    (Math.round((tokens * measure.charactersPerToken) / count / 10) * 10).toLocaleString("en"),
  );
  return say(
    "An article of October 2025 puts this window at {kib} KiB of JSON and {fewest} to {most} pages of a novel; here it is {ourKib} KiB and {ourPages} pages. The difference depends on the text: its file has {bytes} bytes per token, ours ({text}) {ourBytes}. Its pages have {few} to {many} characters, like a printed novel; ours have {ours}.",
    {
      kib: ARTICLE_SIZES.kibibytes,
      fewest,
      most,
      ourKib: roundAbout(kibibytes),
      ourPages: roundAbout(pages),
      bytes: bytes.toFixed(2),
      text: say(measure.title),
      ourBytes: measure.bytesPerToken,
      few: characters[0] ?? "",
      many: characters[1] ?? "",
      ours: measure.charactersPerPage.toLocaleString("en"),
    },
  );
}

/** Two or three significant figures, because an average over texts is not more precise. */
export const roundAbout = (value: number): number =>
  value < 10 ? Number(value.toPrecision(2)) : Number(value.toPrecision(3));

/** `131,072 is 128 × 1,024`: the two meanings of "128k"; null if the number is neither. */
export function kiloNote(tokens: number, say: Say = english): string | null {
  if (tokens < 1024 || !Number.isInteger(tokens)) return null;
  if (tokens % 1000 === 0 && tokens / 1000 <= 4096)
    return say("“{thousands}k” may also mean {tokens} (× 1,024).", {
      thousands: (tokens / 1000).toLocaleString("en"),
      tokens: ((tokens / 1000) * 1024).toLocaleString("en"),
    });
  if (tokens % 1024 === 0)
    return say("{tokens} is {kibi} × 1,024. “{printed}k” can mean either that or {other}.", {
      tokens: tokens.toLocaleString("en"),
      kibi: (tokens / 1024).toLocaleString("en"),
      printed: tokens / 1024,
      other: ((tokens / 1024) * 1000).toLocaleString("en"),
    });
  return null;
}
