import type { Entity } from "./entity";
import { formsIn, formsOf } from "./known-names";

/** The first word of an error's key. It is the error's kind, which need not occur in the text. */
const ERROR_KIND = /^(?:failed|error|status) /;

/**
 * The names to search for, by one word of each: the longest in its last segment, which every form of the name contains.
 * Text without any of these words contains none of the names and need not be parsed. Words are stored as hashes; a
 * collision only adds text to parse.
 */
export class NameWords {
  readonly #names = new Set<number>();
  readonly #errors = new Set<number>();
  readonly #forms = new Set<string>();
  /** True if a name has no ASCII letter, and so no word to search for. Everything must then be parsed. */
  #isOpen = false;

  add({ kind, key }: Entity): void {
    const normal = key.slice(kind.length + 1);
    const [words, place] =
      kind === "error" ? [this.#errors, normal.replace(ERROR_KIND, "")] : [this.#names, lastSegment(kind, normal)];
    const longest = (place.match(/\w+/g) ?? []).reduce((best, word) => (word.length > best.length ? word : best), "");
    if (longest === "") this.#isOpen = true;
    else words.add(hashOf(longest));
    // A longer path of the same name may be a remote branch.
    for (const form of formsOf(kind === "path" ? `path:origin/${normal}` : key)) this.#forms.add(form);
  }

  /** False if a word contains none of the names in any spelling. */
  mayBeIn(word: string): boolean {
    for (const form of formsIn(word)) if (this.#forms.has(form)) return true;
    return false;
  }

  /** The places in a text that may contain one of the names. */
  placesIn(text: string): Places {
    return this.#isOpen ? everywhereIn(text) : placesIn(text, this.#names, this.#errors);
  }
}

function lastSegment(kind: Entity["kind"], name: string): string {
  if (kind === "path") return name.slice(name.lastIndexOf("/") + 1);
  return kind === "symbol" ? (name.split(/\.|::|->|\\/).at(-1) ?? "") : name;
}

const IN_WORD = 1;
const BETWEEN = 2;
const OF_NAME = 4;
const CAPITAL = 8;
/**
 * Four marks: characters of words, characters between names and addresses, characters that turn plain words into a
 * name, and capitals.
 */
const MARKS = [
  [IN_WORD, /\w/],
  [BETWEEN, /[\s"'`<|{}[\]]/],
  [OF_NAME, /[\d_.:/\\$#>]/],
  [CAPITAL, /[A-Z]/],
] as const;
/** The marks of each ASCII character. */
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) =>
  MARKS.reduce((sum, [mark, pattern]) => sum + (pattern.test(String.fromCharCode(code)) ? mark : 0), 0),
);

/** Case-insensitive for letters. */
const next = (hash: number, code: number): number => (Math.imul(hash, 31) + (code | 32)) | 0;

function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = next(hash, word.charCodeAt(at));
  return hash;
}

const endsLikeFile = (text: string, end: number): boolean => text.startsWith("file", end - 4);

/** `stretches`: start and end of each that may contain a name. No name or address crosses their bounds. */
export type Places = { readonly stretches: readonly (readonly [number, number])[]; readonly mayHoldError: boolean };

/** The places for text that is read completely. */
export const everywhereIn = (text: string): Places => ({ stretches: [[0, text.length]], mayHoldError: true });

/**
 * The stretches between two separators that contain one of these words of names. Stretches with only plain words are
 * left out, because no name is a plain word, except for files such as `Makefile`.
 */
function placesIn(text: string, names: ReadonlySet<number>, errors: ReadonlySet<number>): Places {
  const stretches: [number, number][] = [];
  let start = 0;
  let hash = 0;
  let last = 0;
  let isNamed = false;
  let isHit = false;
  let mayHoldError = false;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? 32 : text.charCodeAt(at);
    const sign = code < 128 ? (SIGNS[code] as number) : 0;
    // Most characters are small letters, so they are handled first.
    if (sign === IN_WORD) {
      hash = next(hash, code);
      last = sign;
      continue;
    }
    const isHump = (sign & CAPITAL) !== 0 && (last & (IN_WORD | CAPITAL)) === IN_WORD;
    isNamed ||= isHump || (sign & OF_NAME) !== 0;
    if ((sign & IN_WORD) !== 0) hash = next(hash, code);
    else if ((last & IN_WORD) !== 0) {
      isNamed ||= endsLikeFile(text, at);
      isHit ||= names.has(hash);
      mayHoldError ||= errors.has(hash);
      hash = 0;
    }
    last = sign;
    if ((sign & BETWEEN) === 0) continue;
    if (isNamed && isHit) stretches.push([start, at]);
    // Assigned one by one, because destructuring would allocate a list for each word of the log.
    start = at + 1;
    isNamed = false;
    isHit = false;
  }
  return { stretches, mayHoldError };
}
