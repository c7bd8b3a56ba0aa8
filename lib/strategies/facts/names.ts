import { type Part, partText } from "../../conversation/part";
import type { View } from "../grammar/view";
import { findNames } from "./find-names";

const ERROR = /(?:Error|Exception)$|^E[A-Z]{4,14}$|^[A-Z]{1,3}\d{3,5}$/;
const NUMBER = /^v?\d[\d.]*$|^[0-9a-f]{7,40}$/;

/** The names of a text, in order, as often as they stand there. */
export function namesIn(text: string): string[] {
  const places = findNames(text);
  const names: string[] = [];
  for (let at = 0; at < places.length; at += 2) names.push(text.slice(places[at], places[at + 1]));
  return names;
}

/** How much a name says: ours, by what agents look up again after a compaction. */
export function worthOf(name: string): number {
  if (name.includes("/") || name.includes("\\") || ERROR.test(name)) return 3;
  return NUMBER.test(name) ? 1 : 1.5;
}

/** The names of a part, numbered in one history. */
type Reading = { readonly names: Names; readonly numbers: readonly number[] };

/** Reading is what costs: every part is read once, in whatever history it stands. */
const readings = new WeakMap<Part, Reading>();

/** The names of a history, numbered as they are met: what is kept about names is kept by number. */
export class Names {
  readonly #numbers = new Map<string, number>();
  readonly #worth: number[] = [];
  /** By number: the reading that met the name last. */
  readonly #met: number[] = [];
  #readings = 0;

  get size(): number {
    return this.#worth.length;
  }

  /** How much the name of this number says. */
  worth(number: number): number {
    return this.#worth[number] as number;
  }

  /** The names of a part, each once. */
  of(part: Part): readonly number[] {
    const known = readings.get(part);
    if (known?.names === this) return known.numbers;
    const numbers = this.in(partText(part));
    readings.set(part, { names: this, numbers });
    return numbers;
  }

  /** The names of a text, each once, in the order in which they are met. */
  in(text: string): number[] {
    const places = findNames(text);
    return this.among(text, places, 0, places.length);
  }

  /** The same of some of the text's places, which `findNames` gave. */
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

/** Reads of a part what depends on the numbers of its names: once, as long as they hold. */
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

/** The names of a view's history: of any part of it that was read, so that what follows on it goes on with them. */
export function namesOfHistory(view: View): Names {
  for (const { part } of view.entries()) {
    const known = readings.get(part);
    if (known) return known.names;
  }
  return new Names();
}
