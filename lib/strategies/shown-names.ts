import type { Part } from "../conversation/part";
import type { NamedLine } from "./excerpt";
import { namesOf } from "./names";
import type { View } from "./view";

/** Tells which names stand in what stays of a view, as the history is walked and parts of it go. */
export class ShownNames {
  readonly #counts = new Map<string, number>();
  #entries = 0;

  constructor(readonly view: View) {}

  has = (name: string): boolean => (this.#counts.get(name) ?? 0) > 0;

  /** Takes in the entries up to `end`. */
  readTo(end: number): void {
    const entries = this.view.entries();
    for (; this.#entries < end; this.#entries += 1)
      this.#add(namesOf((entries[this.#entries] as { part: Part }).part), 1);
  }

  /** The part is about to go. */
  remove(part: Part): void {
    this.#add(namesOf(part), -1);
  }

  /** The part stays after all, or stands there newly. */
  putBack(part: Part): void {
    this.#add(namesOf(part), 1);
  }

  /** These lines stay of a part that went. */
  show(lines: readonly NamedLine[]): void {
    for (const { names } of lines)
      for (const [name] of names) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #add(names: Iterable<string>, by: number): void {
    for (const name of names) this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }
}
