import type { Part } from "../../conversation/part";
import type { PartEntry, View } from "../grammar/view";
import type { NamedLine } from "./excerpt";
import { type Names, namesOfHistory } from "./names";

/** Tells which names stand in what stays of a view, as the history is walked and parts of it go. */
export class ShownNames {
  readonly names: Names;
  /** By the number of the name: how many parts and lines have it. */
  #counts: Int32Array;
  #entries = 0;

  constructor(readonly view: View) {
    this.names = namesOfHistory(view);
    this.#counts = new Int32Array(this.names.size);
  }

  has = (name: number): boolean => (this.#counts[name] ?? 0) > 0;

  /** Takes in the entries up to `end`. */
  readTo(end: number): void {
    const entries = this.view.entries();
    for (; this.#entries < end; this.#entries += 1) this.putBack((entries[this.#entries] as PartEntry).part);
  }

  /** The part is about to go. */
  remove(part: Part): void {
    this.#add(this.names.of(part), -1);
  }

  /** The part stays after all, or stands there newly. */
  putBack(part: Part): void {
    this.#add(this.names.of(part), 1);
  }

  /** These lines stay of a part that went. */
  show(lines: readonly NamedLine[]): void {
    for (const { names } of lines) this.#add(names, 1);
  }

  #add(names: readonly number[], by: number): void {
    if (this.names.size > this.#counts.length) this.#grow();
    const counts = this.#counts;
    for (const name of names) counts[name] = (counts[name] as number) + by;
  }

  #grow(): void {
    const counts = new Int32Array(this.names.size * 2);
    counts.set(this.#counts);
    this.#counts = counts;
  }
}
