/**
 * JSON that preserves number notation. JSON.parse turns `1.0` into 1 and `12345678901234567890` into
 * 12345678901234567000, but ids and tool inputs must not change like that. Values stay plain JSON: an object or list
 * that directly contains such a number also stores its text under a symbol. `JSON.stringify`, `Object.keys` and
 * comparisons by key ignore the symbol, and spreading an object copies it. A number that changed after parsing is
 * written normally.
 */

const NUMBER_TEXTS: unique symbol = Symbol("number texts");

type Container = { [key: string]: unknown; [NUMBER_TEXTS]?: Map<string, string> };

/** Number texts are stored up to this nesting depth. Nothing reads deeper values individually. */
const MAX_DEPTH = 1_000;

/** Like JSON.parse, but stores number texts. Throws if JSON.parse throws. */
export function parseJson(text: string): unknown {
  return rememberNumbers(JSON.parse(text), text);
}

/** Adds to a value the texts of the numbers it was just parsed from. Linear; fast if no text has to be stored. */
export function rememberNumbers<T>(value: T, text: string): T {
  if (typeof value === "object" && value !== null && hasRewrittenNumber(text)) new NumberReader(value, text).read();
  return value;
}

/** Like JSON.stringify for plain JSON, but with numbers as they were read. */
export function jsonText(value: unknown, indent = 0): string {
  if (!remembersNumbers(value)) return JSON.stringify(value, null, indent);
  return new Writer(remembering(value as object), indent).write(value, "");
}

/**
 * True if two plain JSON values would be written identically: the same values under the same keys in the same order,
 * with numbers read from the same texts.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isContainer(one) || !isContainer(other)) return false;
  if (!areSameTexts((one as Container)[NUMBER_TEXTS], (other as Container)[NUMBER_TEXTS])) return false;
  if (Array.isArray(one)) return Array.isArray(other) && areSameLists(one, other);
  return !Array.isArray(other) && areSameFields(one as Container, other as Container);
}

const areSameLists = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((item, index) => isSameJson(item, other[index]));

function areSameFields(one: Container, other: Container): boolean {
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === others.length &&
    keys.every((key, position) => key === others[position] && isSameJson(one[key], other[key]))
  );
}

function areSameTexts(one: ReadonlyMap<string, string> | undefined, other: ReadonlyMap<string, string> | undefined) {
  if (one === other) return true;
  return one?.size === other?.size && [...(one ?? [])].every(([key, text]) => other?.get(key) === text);
}

/** A copy with the fields that pass the test, preserving number texts. */
export function filterFields(
  fields: { readonly [key: string]: unknown },
  keep: (key: string, value: unknown) => boolean,
) {
  const kept = Object.fromEntries(Object.entries(fields).filter(([key, value]) => keep(key, value)));
  return withNumbersOf(fields, kept);
}

/** A copy with every field's value changed, preserving the number texts of unchanged values. */
export function mapFields<V>(fields: { readonly [key: string]: V }, change: (value: V, name: string) => V) {
  const changed = Object.entries(fields).map(([name, value]) => [name, change(value, name)] as const);
  return withNumbersOf(fields, Object.fromEntries(changed));
}

/** The text of one field or list item, as `jsonText` of the whole writes it. */
export function memberText(holder: object, key: string | number): string {
  const { [key]: member, [NUMBER_TEXTS]: texts } = holder as Container;
  return textOf(texts?.get(String(key)), member) ?? jsonText(member);
}

/** A test for `filterFields` that leaves out fields set to undefined. */
export const isSet = (_key: string, value: unknown): boolean => value !== undefined;

/** Copies the number texts of an object or list, for copies that were not made by spreading. */
export function withNumbersOf<T extends object>(original: object, copy: T): T {
  const texts = (original as Container)[NUMBER_TEXTS];
  if (texts) (copy as Container)[NUMBER_TEXTS] = texts;
  return copy;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;

const ZERO = 0x30;
/** Integers with at most this many digits are always written back unchanged. */
const SAFE_DIGITS = 15;

const isDigit = (code: number) => code >= ZERO && code <= 0x39;
const startsNumber = (code: number) => code === MINUS || isDigit(code);

/** Index just after the number that starts at `start`. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (let code = text.charCodeAt(end); isDigit(code) || MARKS.has(code); code = text.charCodeAt(end)) end += 1;
  return end;
}

const MARKS: ReadonlySet<number> = new Set([...".eE+-"].map((mark) => mark.charCodeAt(0)));

/** True if JSON.stringify would write this number differently. Short integers, the usual case, need no parsing. */
function isRewritten(text: string, start: number, end: number): boolean {
  let isShort = end - start <= SAFE_DIGITS && text.charCodeAt(start) !== MINUS;
  for (let at = start; isShort && at < end; at += 1) isShort = isDigit(text.charCodeAt(at));
  if (isShort) return false;
  const token = text.slice(start, end);
  return String(Number(token)) !== token;
}

/**
 * Index of the quote that closes the string opened at `start`. Jumps from quote to quote, because most of a
 * conversation consists of strings.
 */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - backslashes - 1) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return text.length;
}

function hasRewrittenNumber(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (startsNumber(code)) {
      const end = endOfNumber(text, at);
      if (isRewritten(text, at, end)) return true;
      at = end - 1;
    }
  }
  return false;
}

type Place = {
  readonly container: Container | null;
  readonly isList: boolean;
  key: string;
  index: number;
  isKeyNext: boolean;
};

/**
 * Walks through valid JSON and its parsed value together. If a key is repeated, the last one counts, as in JSON.parse.
 */
class NumberReader {
  private readonly places: Place[] = [];

  constructor(
    private readonly value: object,
    private readonly text: string,
  ) {}

  read(): void {
    const { text } = this;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = this.passString(at);
      else if (startsNumber(code)) at = this.passNumber(at);
      else this.passMark(text[at] as string);
    }
  }

  private passMark(mark: string): void {
    const place = this.places.at(-1);
    if (mark === "{" || mark === "[") this.enter(mark === "[");
    else if (mark === "}" || mark === "]") this.places.pop();
    else if (mark === "," && place) {
      place.index += 1;
      if (place.isList) place.key = String(place.index);
      else place.isKeyNext = true;
    }
  }

  private enter(isList: boolean): void {
    const place = this.places.at(-1);
    const inner = place ? this.fieldOf(place) : this.value;
    const isSame = typeof inner === "object" && inner !== null && Array.isArray(inner) === isList;
    const container = isSame && this.places.length < MAX_DEPTH ? (inner as Container) : null;
    this.places.push({ container, isList, key: "0", index: 0, isKeyNext: !isList });
  }

  private fieldOf({ container, key }: Place): unknown {
    return container !== null && Object.hasOwn(container, key) ? container[key] : undefined;
  }

  private passString(start: number): number {
    const end = endOfString(this.text, start);
    const place = this.places.at(-1);
    if (place?.isKeyNext && place.container) place.key = JSON.parse(this.text.slice(start, end + 1)) as string;
    if (place) place.isKeyNext = false;
    return end;
  }

  private passNumber(at: number): number {
    const end = endOfNumber(this.text, at);
    const place = this.places.at(-1);
    if (place?.container && typeof this.fieldOf(place) === "number") this.note(place.container, place.key, at, end);
    return end - 1;
  }

  private note(container: Container, key: string, start: number, end: number): void {
    const texts = container[NUMBER_TEXTS];
    if (!isRewritten(this.text, start, end)) texts?.delete(key);
    else if (texts) texts.set(key, this.text.slice(start, end));
    else container[NUMBER_TEXTS] = new Map([[key, this.text.slice(start, end)]]);
  }
}

type Held = { readonly value: object; readonly by: Held | null };

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

const heldIn = (value: object): readonly unknown[] => (Array.isArray(value) ? value : Object.values(value));

function pushContainer(open: object[], value: unknown): void {
  if (isContainer(value)) open.push(value);
}

function remembersNumbers(value: unknown): boolean {
  const open = [value].filter(isContainer);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ((next as Container)[NUMBER_TEXTS]) return true;
    if (Array.isArray(next)) for (const inner of next) pushContainer(open, inner);
    else for (const key in next) pushContainer(open, (next as Container)[key]);
  }
  return false;
}

/** Every object and list that stores a number text or contains one that does. JSON.stringify can write all others. */
function remembering(value: object): ReadonlySet<object> {
  const found = new Set<object>();
  const open: Held[] = [{ value, by: null }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ((next.value as Container)[NUMBER_TEXTS])
      for (let held: Held | null = next; held && !found.has(held.value); held = held.by) found.add(held.value);
    for (const inner of heldIn(next.value)) if (isContainer(inner)) open.push({ value: inner, by: next });
  }
  return found;
}

class Writer {
  constructor(
    private readonly special: ReadonlySet<object>,
    private readonly indent: number,
  ) {}

  write(value: unknown, margin: string): string {
    const isPlain = !isContainer(value) || (this.indent === 0 && !this.special.has(value));
    if (isPlain) return JSON.stringify(value) ?? "null";
    const items = this.itemsOf(value, margin + " ".repeat(this.indent));
    const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
    if (items.length === 0) return open + close;
    if (this.indent === 0) return `${open}${items.join(",")}${close}`;
    const inner = `\n${margin}${" ".repeat(this.indent)}`;
    return `${open}${inner}${items.join(`,${inner}`)}\n${margin}${close}`;
  }

  private itemsOf(value: object, margin: string): string[] {
    const texts = (value as Container)[NUMBER_TEXTS];
    const field = (key: string, held: unknown) => textOf(texts?.get(key), held) ?? this.write(held, margin);
    if (Array.isArray(value)) return value.map((held, index) => field(String(index), held));
    const colon = this.indent > 0 ? ": " : ":";
    return Object.entries(value)
      .filter(([, held]) => held !== undefined)
      .map(([key, held]) => `${JSON.stringify(key)}${colon}${field(key, held)}`);
  }
}

const textOf = (text: string | undefined, value: unknown): string | undefined =>
  text !== undefined && Object.is(Number(text), value) ? text : undefined;
