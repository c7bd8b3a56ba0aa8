import fs from "node:fs";
import type { TextShelf } from "@/lib/importers/text-shelf";

/**
 * Length in UTF-16 units from which a text is moved to the file. A shorter one takes no more memory than the record of
 * its place.
 */
const LONG = 512;

/**
 * The first byte, the length in bytes, and how the text is encoded: one byte for each unit if all are below 256, and
 * otherwise two. Both keep every string exactly, and are read without looking at each character.
 */
type Place = readonly [start: number, bytes: number, encoding: "latin1" | "utf16le"];

const BEYOND_ONE_BYTE = /[\u0100-\uffff]/;

/**
 * Keeps long texts in a file without a name, which the system removes when the thread ends in any way. Works synchronously in a worker thread. The caller must `close` it.
 */
export class ShelfFile implements TextShelf {
  readonly #descriptor: number;
  readonly #places = new WeakMap<object, Map<string, Place>>();
  /** Getters by key, because objects with the same keys share a hidden class only if they share these functions. */
  readonly #getters = new Map<string, () => string>();
  #end = 0;
  /** The last text, because a text is usually read twice in succession. */
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
    this.#places.set(owner, places.set(key, this.#write(text)));
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
    const encoding = BEYOND_ONE_BYTE.test(text) ? "utf16le" : "latin1";
    const bytes = Buffer.from(text, encoding);
    const place = [this.#end, bytes.length, encoding] as const;
    for (let done = 0; done < bytes.length; )
      done += fs.writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#end + done);
    this.#end += bytes.length;
    return place;
  }

  #read(place: Place): string {
    if (this.#last?.place === place) return this.#last.text;
    const [start, length, encoding] = place;
    const bytes = Buffer.allocUnsafe(length);
    if (fs.readSync(this.#descriptor, bytes, 0, length, start) < length) throw new Error("a text on the shelf is cut");
    const text = bytes.toString(encoding);
    this.#last = { place, text };
    return text;
  }
}
