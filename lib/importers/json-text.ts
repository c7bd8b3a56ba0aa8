import { parse } from "secure-json-parse";
import { rememberNumbers } from "../conversation/exact-json";
import type { CutRow } from "../transcript/session";
import type { TextEncodingName } from "./line-splitter";

export type JsonTextFault = "invalid-utf8" | "too-deep" | "not-json";
export type JsonText = { readonly value: unknown } | { readonly fault: JsonTextFault };

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Parses bytes into a JSON value that is safe to walk: valid text, nested no deeper than `maxDepth` (checked before
 * parsing, because JSON.parse accepts depths at which later code fails), without `__proto__` and
 * `constructor.prototype` keys.
 */
export function parseJsonBytes(bytes: Uint8Array, encoding: TextEncodingName, maxDepth: number): JsonText {
  const text = decodeStrictly(bytes, encoding);
  if (text === null) return { fault: "invalid-utf8" };
  const depthBytes = encoding === "utf-8" ? bytes : new TextEncoder().encode(text);
  if (isDeeperThan(depthBytes, maxDepth)) return { fault: "too-deep" };
  try {
    return {
      value: rememberNumbers(parse(text, undefined, { protoAction: "remove", constructorAction: "remove" }), text),
    };
  } catch {
    return { fault: "not-json" };
  }
}

/**
 * The JSON values that follow one another in a line, as byte ranges. The last one may be cut off. If there is one
 * range, the line contains a single value. UTF-8 only.
 */
export function valuesIn(bytes: Uint8Array): { readonly start: number; readonly end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if ((byte & 0xdf) === 0x5b) depth += 1;
    else if ((byte & 0xdf) === 0x5d) {
      depth -= 1;
      if (depth > 0) continue;
      ranges.push({ start, end: at + 1 });
      start = at + 1;
      depth = 0;
    }
  }
  const rest = bytes.subarray(start);
  return rest.some((byte) => byte > 32) ? [...ranges, { start, end: bytes.length }] : ranges;
}

const strictDecoders = new Map<TextEncodingName, TextDecoder>();

export function decodeStrictly(bytes: Uint8Array, encoding: TextEncodingName): string | null {
  const decoder = strictDecoders.get(encoding) ?? new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  strictDecoders.set(encoding, decoder);
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** True if arrays and objects nest deeper than `limit`. Brackets inside strings do not count. UTF-8 only. */
export function isDeeperThan(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfString(bytes, at);
    // [ is 0x5B and { is 0x7B; ] and } are each 2 higher. The pairs differ only in bit 0x20.
    else if ((byte & 0xdf) === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if ((byte & 0xdf) === 0x5d) depth -= 1;
  }
  return false;
}

/**
 * Index of the closing quote, or the end of the bytes. Jumps with indexOf, because most of a transcript is inside
 * strings.
 */
export function endOfString(bytes: Uint8Array, start: number): number {
  for (let quote = bytes.indexOf(QUOTE, start + 1); quote !== -1; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let backslashes = 0;
    while (quote - backslashes - 1 > start && bytes[quote - backslashes - 1] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return bytes.length;
}

/** At most 200 characters of the bytes, with control and direction characters escaped. */
export function excerptOf(bytes: Uint8Array, encoding: TextEncodingName): string {
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, 800));
  return escapeControls(text.slice(0, 200)).slice(0, 200);
}

const TAIL = 80;

/** The last bytes of a row that the end of the file cuts off. */
export function cutOf(bytes: Uint8Array, encoding: TextEncodingName): CutRow {
  const text = new TextDecoder(encoding).decode(bytes);
  return {
    bytes: bytes.length,
    inside: endsInString(text) ? "string" : "value",
    tail: escapeControls(text.slice(-TAIL)).slice(-TAIL),
  };
}

/** True if JSON text stops inside a string. `\\"` is not a quote. */
function endsInString(text: string): boolean {
  let isInside = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\" && isInside) at += 1;
    else if (text[at] === '"') isInside = !isInside;
  }
  return isInside;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches invisible characters
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function escapeControls(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
