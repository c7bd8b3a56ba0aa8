import { randomUUID } from "node:crypto";
import type { CallWarning } from "@/lib/compress/call";
import { KEYS } from "@/lib/compress/conversation-keys";
import { endOfString } from "@/lib/importers/json-text";
import { parseJsonBody } from "./parse-json";
import { mayHaveRemovedKeys, removedKeys } from "./removed-keys";

/** Limits on the bytes and the number of stored bodies, because each new body is compared with all of them. */
const MAX_BYTES = 16 << 20;
const MAX_BODIES = 8;
/** Number of leading bytes by which bodies of the same conversation are recognised. */
const OPENING_BYTES = 32;

/** A parsed body. `list`: the position of its conversation; undefined until searched, null if there is none. */
type Known = { readonly bytes: Buffer; readonly value: Fields; list: List | null | undefined };
type Fields = { [key: string]: unknown };

/** The list of messages: its key, the position after its bracket, and the end of each leading object. */
type List = { readonly key: string; readonly start: number; readonly ends: readonly number[] };
type Beginning = { readonly known: Known; readonly list: List; readonly items: number };

/**
 * Parsed bodies of earlier calls. A client sends its whole conversation at each step: the previous body, byte for byte,
 * plus more at its end. Only the new part is then decoded and parsed; earlier messages are the same objects. The result
 * equals a full parse; an invalid body is always parsed in full, so its error is reported.
 */
export class GrownBodies {
  #known: readonly Known[] = [];

  /** The body as JSON, with a warning if keys were removed. */
  read(body: Uint8Array): { readonly value: unknown; readonly warnings: readonly CallWarning[] } {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const beginning = this.#beginningOf(bytes);
    const grown = beginning && parseRest(bytes, beginning);
    if (grown) {
      this.#keep({ bytes, value: grown, list: grownList(bytes, beginning) }, beginning);
      return { value: grown, warnings: [] };
    }
    const value = parseJsonBody(body);
    if (mayHaveRemovedKeys(body)) return { value, warnings: removedKeys(body) };
    if (isFields(value)) this.#keep({ bytes, value, list: undefined }, null);
    return { value, warnings: [] };
  }

  /** The stored body with the longest common prefix. */
  #beginningOf(bytes: Buffer): Beginning | null {
    let best: Beginning | null = null;
    for (const known of this.#known) {
      if (!hasSameBytes(bytes, known.bytes, Math.min(OPENING_BYTES, known.bytes.length))) continue;
      if (known.list === undefined) known.list = findList(known.bytes);
      const { list } = known;
      const items = list ? sharedItems(bytes, known.bytes, list.ends) : 0;
      if (list && items > 0 && endOf(list, items) > (best ? endOf(best.list, best.items) : 0))
        best = { known, list, items };
    }
    return best;
  }

  /** The new body replaces the one that it continues. */
  #keep(body: Known, beginning: Beginning | null): void {
    const isOfOneStep = beginning !== null && beginning.items === beginning.list.ends.length;
    const others = this.#known.filter((known) => !isOfOneStep || known !== beginning.known);
    let left = MAX_BYTES;
    this.#known = [body, ...others].slice(0, MAX_BODIES).filter(({ bytes }) => {
      left -= bytes.length;
      return left >= 0;
    });
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const endOf = ({ ends }: List, items: number): number => ends[items - 1] as number;

const hasSameBytes = (one: Buffer, other: Buffer, length: number): boolean =>
  one.length >= length && one.compare(other, 0, length, 0, length) === 0;

/** How many leading items end within the common prefix of both bodies. */
function sharedItems(one: Buffer, other: Buffer, ends: readonly number[]): number {
  let [least, most] = [0, ends.length];
  while (least < most) {
    const items = Math.ceil((least + most) / 2);
    if (hasSameBytes(one, other, ends[items - 1] as number)) least = items;
    else most = items - 1;
  }
  return least;
}

/**
 * Parses the bytes with a placeholder for the known items, then restores these. Null if the result is not as expected,
 * for example for an invalid body or one that names its list twice.
 */
function parseRest(bytes: Buffer, { known, list, items }: Beginning): Fields | null {
  const mark = randomUUID();
  const rest = Buffer.concat([
    bytes.subarray(0, list.start),
    Buffer.from(JSON.stringify(mark)),
    bytes.subarray(endOf(list, items)),
  ]);
  if (mayHaveRemovedKeys(rest)) return null;
  const value = parsed(rest);
  const found = value?.[list.key];
  if (!value || !Array.isArray(found) || found[0] !== mark) return null;
  const added = found.slice(1);
  const before = known.value[list.key];
  // A list stores the original text of its numbers by position, and the positions would change.
  if (!Array.isArray(before) || added.some((item) => typeof item !== "object")) return null;
  value[list.key] = [...before.slice(0, items), ...added];
  return value;
}

function parsed(bytes: Uint8Array): Fields | null {
  try {
    const value = parseJsonBody(bytes);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

const [QUOTE, COLON, COMMA] = [0x22, 0x3a, 0x2c];
const isOpening = (byte: number) => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number) => byte === 0x7d || byte === 0x5d;
const [OPENING_LIST, OPENING_OBJECT] = [0x5b, 0x7b];
const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The conversation of a valid body: the first list under one of its keys. */
function findList(bytes: Buffer): List | null {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
    else if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      const key = depth === 1 ? keyAt(bytes, at + 1, end) : undefined;
      const start = key === undefined ? null : startOfList(bytes, end + 1);
      if (key !== undefined && start !== null) return { key, start, ends: endsOfItems(bytes, start) };
      at = end;
    }
  }
  return null;
}

const keyAt = (bytes: Buffer, start: number, end: number) =>
  KEYS.find((key) => key.length === end - start && bytes.toString("latin1", start, end) === key);

/** The list of a body that continues after the known items. */
function grownList(bytes: Buffer, { list, items }: Beginning): List {
  const comma = nextPlace(bytes, endOf(list, items));
  const added = bytes[comma] === COMMA ? endsOfItems(bytes, comma + 1) : [];
  return { ...list, ends: [...list.ends.slice(0, items), ...added] };
}

/** The position after the bracket that follows a key; null if its value is not a list. */
function startOfList(bytes: Buffer, from: number): number | null {
  const colon = nextPlace(bytes, from);
  const bracket = nextPlace(bytes, colon + 1);
  return bytes[colon] === COLON && bytes[bracket] === OPENING_LIST ? bracket + 1 : null;
}

function nextPlace(bytes: Buffer, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at += 1;
  return at;
}

/** The position after each of the list's leading objects. */
function endsOfItems(bytes: Buffer, start: number): number[] {
  const ends: number[] = [];
  for (let at = nextPlace(bytes, start); bytes[at] === OPENING_OBJECT; ) {
    const end = endOfObject(bytes, at);
    ends.push(end);
    at = nextPlace(bytes, end);
    if (bytes[at] !== COMMA) break;
    at = nextPlace(bytes, at + 1);
  }
  return ends;
}

function endOfObject(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return bytes.length;
}
