import { type Part, partText } from "../../conversation/part";
import type { View } from "../grammar/view";
import { findNames } from "./find-names";

const ERROR = /(?:Error|Exception)$|^E[A-Z]{4,14}$|^[A-Z]{1,3}\d{3,5}$/;
const NUMBER = /^v?\d[\d.]*$|^[0-9a-f]{7,40}$/;

/** The names of a text in order, with repeats. */
export function namesIn(text: string): string[] {
  const places = findNames(text);
  const names: string[] = [];
  for (let at = 0; at < places.length; at += 2) names.push(text.slice(places[at], places[at + 1]));
  return names;
}

/** How much a name is worth. The weights are ours, derived from what agents look up again after a compaction. */
export function worthOf(name: string): number {
  if (name.includes("/") || name.includes("\\") || ERROR.test(name)) return 3;
  return NUMBER.test(name) ? 1 : 1.5;
}

/** The numbers of a part's names, and the numbering that they belong to. */
type Reading = { readonly names: Names; readonly numbers: readonly number[] };

/** Finding names is slow, so each part is read once for the newest history that contains it. */
const readings = new WeakMap<Part, Reading>();

/** Numbers the names of a history in order of first appearance, so that data about names can be kept in arrays. */
export class Names {
  readonly #numbers = new Map<string, number>();
  readonly #worth: number[] = [];
  /** For each name, by number, the last reading that found it, so that a reading lists each name once. */
  readonly #met: number[] = [];
  #readings = 0;

  get size(): number {
    return this.#worth.length;
  }

  worth(number: number): number {
    return this.#worth[number] as number;
  }

  /** Distinct names of a part. */
  of(part: Part): readonly number[] {
    const known = readings.get(part);
    if (known?.names === this) return known.numbers;
    const numbers = this.in(partText(part));
    readings.set(part, { names: this, numbers });
    return numbers;
  }

  /** Distinct names of a text, in order of appearance. */
  in(text: string): number[] {
    const places = findNames(text);
    return this.among(text, places, 0, places.length);
  }

  /** Like `in`, for entries `from` to `to` of the list that `findNames` returned. */
  among(text: string, places: readonly number[], from: number, to: number): number[] {
    this.#readings += 1;
    const numbers: number[] = [];
    for (let at = from; at < to; at += 2) {
      const number = this.#numberOf(text.slice(places[at], places[at + 1]));
      if (this.#met[number] === this.#readings) continue;
      this.#met[number] = this.#readings;
      numbers.push(number);
    }
    return numbers;
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#worth.length;
    this.#numbers.set(name, number);
    this.#worth.push(worthOf(name));
    this.#met.push(0);
    return number;
  }
}

/** Caches the result of `read` per part until the part is read under another numbering. */
export function oncePerNumbering<P extends Part, T>(read: (part: P, names: Names) => T): (part: P, names: Names) => T {
  const known = new WeakMap<P, { readonly names: Names; readonly value: T }>();
  return (part, names) => {
    const before = known.get(part);
    if (before?.names === names) return before.value;
    const value = read(part, names);
    known.set(part, { names, value });
    return value;
  };
}

/**
 * The numbering used for an earlier part of this history, so that a longer history continues it; otherwise a new one.
 */
export function namesOfHistory(view: View): Names {
  for (const { part } of view.entries()) {
    const known = readings.get(part);
    if (known) return known.names;
  }
  return new Names();
}
