import { IntlMessageFormat } from "intl-messageformat";
import type { Language } from "./language";
import { recogniser } from "./recognise";

/** English sentences and their translations, both in ICU's message format. */
export type Words = Readonly<Record<string, string>>;

type Values<S extends string, Value> = [ArgumentsOf<S>] extends [never]
  ? []
  : [values: Readonly<Record<ArgumentsOf<S>, Value>>];

/** A literal sentence in the code; texts only known at run time go through `say.known`. */
type Written<S extends string> = string extends S ? never : S;

/**
 * Formats a sentence in the reader's language. The English sentence itself is the key, and the fallback for missing
 * Chinese. The compiler accepts only the arguments that the sentence contains.
 */
export type Say = {
  <S extends string>(sentence: Written<S>, ...values: Values<S, string | number>): string;
  /** The same with values of any kind, such as links: texts and values in the language's order. */
  readonly parts: <S extends string, Part>(
    sentence: Written<S>,
    ...values: Values<S, string | number | Part>
  ) => readonly (string | Part)[];
  /**
   * A text made elsewhere, such as by the API: translated if it is one of our sentences, even with values in it;
   * otherwise unchanged.
   */
  readonly known: (text: string) => string;
  readonly language: Language;
};

/** Formats sentences in a language with the given words; without words, in English. */
export function sayIn(language: Language, words: Words = {}): Say {
  const formats = new Map<string, IntlMessageFormat>();
  const parts = (sentence: string, values: Readonly<Record<string, unknown>> = {}): readonly unknown[] => {
    const translated = Object.hasOwn(words, sentence) ? words[sentence] : undefined;
    const text = translated ?? sentence;
    if (!text.includes("{")) return [text]; // most sentences are plain: no parser, no object
    const itsLanguage = translated === undefined ? "en" : language; // plural forms are those of the text's language
    const format = formats.get(text) ?? new IntlMessageFormat(text, itsLanguage, undefined, { ignoreTag: true });
    formats.set(text, format);
    const said: unknown = format.format(values);
    return Array.isArray(said) ? said : [said];
  };
  const say = (sentence: string, values?: Readonly<Record<string, unknown>>) => parts(sentence, values).join("");
  return Object.assign(say, { parts, known: language === "en" ? asItStands : knownBy(words, say), language }) as Say;
}

const asItStands = (text: string): string => text;

/**
 * Maximum number of cached texts. Some recur at every render; others are too numerous, such as those with each
 * request's number.
 */
const MAX_KEPT = 5_000;

function knownBy(words: Words, say: (sentence: string, values: Readonly<Record<string, string | number>>) => string) {
  const recognise = recogniser(Object.keys(words));
  const kept = new Map<string, string>();
  const known = (text: string): string => {
    if (Object.hasOwn(words, text)) return words[text] ?? text;
    const before = kept.get(text);
    if (before !== undefined) return before;
    const found = recognise(text);
    const said = found === null ? text : say(found.sentence, sayValues(found.values));
    if (kept.size < MAX_KEPT) kept.set(text, said);
    return said;
  };
  /**
   * Translates a value that may be a sentence without its full stop; adding it may let more of the text be recognised.
   */
  const knownInside = (text: string): string => {
    const whole = `${text}.`;
    if (Object.hasOwn(words, text)) return known(text);
    const isWhole = Object.hasOwn(words, whole) || (recognise(whole)?.fixed ?? 0) > (recognise(text)?.fixed ?? 0);
    return isWhole ? known(whole).replace(/。$/, "") : known(text);
  };
  const sayValues = (values: Readonly<Record<string, string | number>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? knownInside(value) : value]),
    );
  return known;
}

declare const marked: unique symbol;

/** A sentence from a table: `say` accepts it if it has no arguments, and looks it up without recognition. */
export type Sentence = string & { readonly [marked]: true };

/**
 * Marks a table's sentence before a language is known. One with arguments stays a text, which `say.known` recognises.
 */
export const sentence = <S extends string>(text: Written<S>): [ArgumentsOf<S>] extends [never] ? Sentence : string =>
  text as never;

/** English, which needs no words: the language of the API, exports and reports, and the default of pure functions. */
export const english: Say = sayIn("en");

/** What is open at a place in a sentence: an argument's braces, or those of one of its plural or select branches. */
type Open = readonly ("argument" | "branch")[];
type Outer<Stack extends Open> = Stack extends readonly [unknown, ...infer Rest extends Open] ? Rest : [];
type Close<Text extends string, Stack extends Open> = Text extends `${string}}${infer Rest}`
  ? Close<Rest, Outer<Stack>>
  : Stack;
type NameOf<Text extends string> = Text extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? Name
    : Inside
  : never;

/**
 * The names of a sentence's arguments: `"count" | "model"` of `"{count, plural, one {a call} other {# calls}} of
 * {model}"`.
 */
type ArgumentsOf<Text extends string, Stack extends Open = []> = Text extends `${infer Before}{${infer After}`
  ? Close<Before, Stack> extends infer Now extends Open
    ? Now extends readonly ["argument", ...Open]
      ? ArgumentsOf<After, ["branch", ...Now]>
      : NameOf<After> | ArgumentsOf<After, ["argument", ...Now]>
    : never
  : never;
