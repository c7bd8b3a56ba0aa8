import fs from "node:fs";
import type { TextShelf } from "@/lib/importers/text-shelf";

/** Shorter texts take no more memory than the note where they rest would. In UTF-16 units. */
const LONG = 512;

/** First byte and length in bytes. */
type Place = readonly [start: number, bytes: number];

/**
 * A shelf of texts in a file that has no name any more, so that it is gone with the thread whatever happens. Texts are
 * written as JSON, which holds every string exactly. Synchronous: it runs in a worker thread. `close` it.
 */
export class ShelfFile implements TextShelf {
  readonly #descriptor: number;
  readonly #places = new WeakMap<object, Map<string, Place>>();
  /** By key: objects with the same keys share their shape only when they share these functions. */
  readonly #getters = new Map<string, () => string>();
  #end = 0;
  /** Whoever asks for a text usually asks twice. */
  #last: { readonly place: Place; readonly text: string } | null = null;

  /** `file` must not exist. */
  constructor(file: string) {
    this.#descriptor = fs.openSync(file, "wx+", 0o600);
    fs.unlinkSync(file);
  }

  rest(part: object): void {
    for (const [key, value] of Object.entries(part)) {
      if (typeof value === "object" && value !== null) this.rest(value);
      else if (typeof value === "string" && value.length >= LONG) this.#put(part, key, value);
    }
  }

  close(): void {
    fs.closeSync(this.#descriptor);
  }

  #put(owner: object, key: string, text: string): void {
    const places = this.#places.get(owner) ?? new Map<string, Place>();
    this.#places.set(owner, places.set(key, this.#write(JSON.stringify(text))));
    Object.defineProperty(owner, key, { enumerable: true, configurable: true, get: this.#getter(key) });
  }

  #getter(key: string): () => string {
    const known = this.#getters.get(key);
    if (known) return known;
    const placeOf = (owner: object) => this.#places.get(owner)?.get(key) as Place;
    const read = (place: Place) => this.#read(place);
    function get(this: object): string {
      return read(placeOf(this));
    }
    this.#getters.set(key, get);
    return get;
  }

  #write(text: string): Place {
    const bytes = Buffer.from(text, "utf8");
    const place = [this.#end, bytes.length] as const;
    for (let done = 0; done < bytes.length; )
      done += fs.writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#end + done);
    this.#end += bytes.length;
    return place;
  }

  #read(place: Place): string {
    if (this.#last?.place === place) return this.#last.text;
    const [start, length] = place;
    const bytes = Buffer.allocUnsafe(length);
    if (fs.readSync(this.#descriptor, bytes, 0, length, start) < length) throw new Error("a text on the shelf is cut");
    const text = JSON.parse(bytes.toString("utf8")) as string;
    this.#last = { place, text };
    return text;
  }
}
