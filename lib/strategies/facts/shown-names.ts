import type { Part } from "../../conversation/part";
import type { PartEntry, View } from "../grammar/view";
import type { NamedLine } from "./excerpt";
import { type Names, namesOfHistory } from "./names";

/** Tracks which names the remaining parts of a history still show while a walk removes some of them. */
export class ShownNames {
  readonly names: Names;
  /** How many remaining parts and lines show each name, by name number. */
  #counts: Int32Array;
  #entries = 0;

  constructor(readonly view: View) {
    this.names = namesOfHistory(view);
    this.#counts = new Int32Array(this.names.size);
  }

  has = (name: number): boolean => (this.#counts[name] ?? 0) > 0;

  readTo(end: number): void {
    const entries = this.view.entries();
    for (; this.#entries < end; this.#entries += 1) this.putBack((entries[this.#entries] as PartEntry).part);
  }

  /** Stops counting the names of a part about to be removed. */
  remove(part: Part): void {
    this.#add(this.names.of(part), -1);
  }

  /** Counts the names of a new part, or of one that stays after all. */
  putBack(part: Part): void {
    this.#add(this.names.of(part), 1);
  }

  /** Counts the names of lines that remain of a removed part. */
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
