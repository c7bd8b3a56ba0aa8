import { IntlMessageFormat } from "intl-messageformat";
import type { Language } from "./language";
import type { ArgumentsOf } from "./sentence-arguments";
import type { Sentence } from "./zh";

/** English sentences and what they are in another language, both in ICU's message format. */
export type Words = Readonly<Record<string, string>>;

type Values<S extends string, Value> = [ArgumentsOf<S>] extends [never]
  ? []
  : [values: Readonly<Record<ArgumentsOf<S>, Value>>];

/**
 * Says a sentence in the reader's language. The English sentence itself is the key; the compiler refuses one that has no
 * Chinese, and arguments other than those of the sentence.
 */
export type Say = {
  <S extends Sentence>(sentence: S, ...values: Values<S, string | number>): string;
  /** The same with values of any kind, such as links: the text and the values in the order of the language. */
  readonly parts: <S extends Sentence, Part>(
    sentence: S,
    ...values: Values<S, string | number | Part>
  ) => readonly (string | Part)[];
  /** A text that was made elsewhere: in the reader's language where that is known, otherwise as it stands. */
  readonly known: (text: string) => string;
  readonly language: Language;
};

/** Says sentences in a language whose words are given; without words, in English. */
export function sayIn(language: Language, words: Words = {}): Say {
  const formats = new Map<string, IntlMessageFormat>();
  const wording = (sentence: string): string =>
    Object.hasOwn(words, sentence) ? (words[sentence] ?? sentence) : sentence;
  const parts = (sentence: string, values: Readonly<Record<string, unknown>> = {}): readonly unknown[] => {
    const text = wording(sentence);
    if (!text.includes("{")) return [text]; // most sentences are plain: no parser, no object
    const format = formats.get(text) ?? new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
    formats.set(text, format);
    const said: unknown = format.format(values);
    return Array.isArray(said) ? said : [said];
  };
  const say = (sentence: string, values?: Readonly<Record<string, unknown>>) => parts(sentence, values).join("");
  return Object.assign(say, { parts, known: wording, language }) as Say;
}

/** Marks a sentence of a table, where no language is known yet; `say.known` says it. The compiler refuses one without Chinese. */
export const sentence = <S extends Sentence>(text: S): string => text;

/** English, which needs no words: what the API, exports and reports say, and what pure functions say unless told otherwise. */
export const english: Say = sayIn("en");
