import type { Entity } from "./entity";

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
  /** True if a name has no ASCII letter, and so no word to search for: everything must be parsed. */
  #isOpen = false;

  add({ kind, key }: Entity): void {
    const normal = key.slice(kind.length + 1);
    const [words, place] =
      kind === "error" ? [this.#errors, normal.replace(ERROR_KIND, "")] : [this.#names, lastSegment(kind, normal)];
    const longest = (place.match(/\w+/g) ?? []).reduce((best, word) => (word.length > best.length ? word : best), "");
    if (longest === "") this.#isOpen = true;
    else words.add(hashOf(longest));
  }

  /** Start and end of the stretches that may contain a name. No name or address crosses their bounds. */
  stretchesOf(text: string): readonly (readonly [number, number])[] {
    return this.#isOpen ? [[0, text.length]] : stretchesWith(text, this.#names);
  }

  mayHoldError(text: string): boolean {
    return this.#isOpen || (this.#errors.size > 0 && stretchesWith(text, this.#errors, 1).length > 0);
  }
}

function lastSegment(kind: Entity["kind"], name: string): string {
  if (kind === "path") return name.slice(name.lastIndexOf("/") + 1);
  return kind === "symbol" ? (name.split(/\.|::|->|\\/).at(-1) ?? "") : name;
}

const OTHER = 0;
const IN_WORD = 1;
const BETWEEN = 2;
/** Marks each ASCII character that is part of a word, or that no name or address contains. */
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return /\w/.test(sign) ? IN_WORD : /[\s"'`<|{}[\]]/.test(sign) ? BETWEEN : OTHER;
});

/** Case-insensitive for letters. */
const next = (hash: number, code: number): number => (Math.imul(hash, 31) + (code | 32)) | 0;

function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = next(hash, word.charCodeAt(at));
  return hash;
}

/** Stretches between two separators that contain one of the words; at most `most`. */
function stretchesWith(text: string, words: ReadonlySet<number>, most = Number.POSITIVE_INFINITY): [number, number][] {
  const found: [number, number][] = [];
  let [start, hash, isInWord, isHit] = [0, 0, false, false];
  for (let at = 0; at <= text.length && found.length < most; at += 1) {
    const code = at === text.length ? 32 : text.charCodeAt(at);
    const sign = code < 128 ? (SIGNS[code] as number) : OTHER;
    if (sign === IN_WORD) {
      hash = next(hash, code);
      isInWord = true;
      continue;
    }
    if (isInWord && !isHit) isHit = words.has(hash);
    [hash, isInWord] = [0, false];
    if (sign !== BETWEEN) continue;
    if (isHit) found.push([start, at]);
    [start, isHit] = [at + 1, false];
  }
  return found;
}
