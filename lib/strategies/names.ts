import { oncePerPart } from "../conversation/once-per-part";
import { type Part, partText } from "../conversation/part";
import type { View } from "./view";

/**
 * What a later step can only write if it has seen it, told by form: URLs, paths, joined and humped symbols, error codes,
 * versions, long numbers and hashes. Words begin behind the look-behind and repetitions are bounded: linear on any text.
 */
const NAME =
  /https?:\/\/[^\s"'`<>\\)\]]{1,300}|(?<![\w$.@~/\\-])(?:[\w.@~-]{0,80}(?:[/\\][\w.@-]{1,80}){1,20}|[A-Za-z_$][\w$]{0,80}(?:(?:\.|::|->)[A-Za-z_$][\w$]{0,80}){1,6}|[A-Za-z_$][\w$]{0,80}?(?:[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9])[\w$]{0,80}|E[A-Z]{4,14}\b|[A-Z]{1,3}\d{3,5}\b|v?\d{1,9}(?:\.\d{1,9})+|\d{3,12}\b|[0-9a-f]{7,40}\b)/g;
const SHORTEST = 3;
const ERROR = /(?:Error|Exception)$|^E[A-Z]{4,14}$|^[A-Z]{1,3}\d{3,5}$/;
const NUMBER = /^v?\d[\d.]*$|^[0-9a-f]{7,40}$/;

/** The names of a text, in order, as often as they stand there. */
export const namesIn = (text: string): readonly string[] => text.match(NAME)?.filter(isLong) ?? [];

const isLong = ({ length }: string) => length >= SHORTEST;

/** How much a name says: ours, by what agents look up again after a compaction. */
export function worthOf(name: string): number {
  if (name.includes("/") || name.includes("\\") || ERROR.test(name)) return 3;
  return NUMBER.test(name) ? 1 : 1.5;
}

/** The names of a text, each once, in the order in which they are met. */
export const wordsIn = (text: string): readonly string[] => [...new Set(namesIn(text))];

/** Reading is what costs, and a part says the same in every history that it stands in. */
const wordsOf = oncePerPart((part: Part) => wordsIn(partText(part)));

/** One object for each name of a history: what is kept about names is kept by number. */
export type Name = { readonly text: string; readonly worth: number; readonly number: number };

/** The names of one history, numbered as they are met. */
export class Names {
  readonly #known = new Map<string, Name>();

  /** The names of a part, each once. */
  readonly of: (part: Part) => readonly Name[] = oncePerPart((part: Part) => this.all(wordsOf(part)));

  all(words: readonly string[]): readonly Name[] {
    return words.map((word) => this.#named(word));
  }

  #named(text: string): Name {
    const known = this.#known.get(text);
    if (known) return known;
    const name = { text, worth: worthOf(text), number: this.#known.size };
    this.#known.set(text, name);
    return name;
  }
}

const namesFrom = oncePerPart((_first: Part) => new Names());

/** The names of a view's history. They live as long as its first part, which further requests have in common. */
export function namesOfHistory(view: View): Names {
  const first = view.entries()[0];
  return first ? namesFrom(first.part) : new Names();
}
