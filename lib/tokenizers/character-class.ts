/**
 * Character classes distinguished by pre-tokenizers, one bit each; every code point has exactly one base class.
 * Whitespace is Unicode's (as in tiktoken's Rust regex), not JavaScript's `\s`: it has U+0085 and lacks U+FEFF.
 */
export const UPPER = 1; // Lu, Lt
export const LOWER = 2; // Ll
export const CASELESS = 4; // Lm, Lo
export const MARK = 8; // M
export const NUMBER = 16; // N
export const SPACE = 32; // White_Space without the line breaks
export const LINE_BREAK = 64; // CR, LF
export const CONTROL = 128; // controls, formats, private use, unassigned
export const SYMBOL = 256; // punctuation, symbols

export const OTHER = CONTROL | SYMBOL;

export const LETTER = UPPER | LOWER | CASELESS;
export const WHITESPACE = SPACE | LINE_BREAK;

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[\r\n]/u, LINE_BREAK],
  [/\p{White_Space}/u, SPACE],
  [/[\p{Lu}\p{Lt}]/u, UPPER],
  [/\p{Ll}/u, LOWER],
  [/[\p{Lm}\p{Lo}]/u, CASELESS],
  [/\p{M}/u, MARK],
  [/\p{N}/u, NUMBER],
  [/[\p{P}\p{S}]/u, SYMBOL],
];

/** Classes by page of 256 code points. Pages are created on demand, because a text needs few of the 4352. */
const pages: (Uint16Array | undefined)[] = [];

export const ASCII_CLASSES: Uint16Array = classifyPage(0).subarray(0, 128);

function classifyPage(page: number): Uint16Array {
  const classes = new Uint16Array(256);
  for (let low = 0; low < 256; low += 1) {
    const character = String.fromCodePoint(page * 256 + low);
    classes[low] = CLASSES.find(([pattern]) => pattern.test(character))?.[1] ?? CONTROL;
  }
  pages[page] = classes;
  return classes;
}

/** The class bit of a code point. */
export function classOf(codePoint: number): number {
  const page = pages[codePoint >> 8] ?? classifyPage(codePoint >> 8);
  return page[codePoint & 255] as number;
}

/** The code point starting at `at`, in valid UTF-8. */
export function codePointAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return lead;
  const second = (bytes[at + 1] as number) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  const third = (bytes[at + 2] as number) & 0x3f;
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (second << 6) | third;
  return ((lead & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] as number) & 0x3f);
}

/** Number of bytes of the character that starts with the byte `lead`. */
export const widthOf = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);

/** The class bit of the character that begins at `at`. */
export function classAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] as number;
  return byte < 128 ? (ASCII_CLASSES[byte] as number) : classOf(codePointAt(bytes, at));
}

/** End of the run of these classes starting at `at`; `at` itself if there is none. */
export function runEnd(bytes: Uint8Array, at: number, end: number, classes: number): number {
  let position = at;
  while (position < end) {
    const byte = bytes[position] as number;
    if (byte < 128) {
      if (((ASCII_CLASSES[byte] as number) & classes) === 0) break;
      position += 1;
    } else {
      if ((classOf(codePointAt(bytes, position)) & classes) === 0) break;
      position += widthOf(byte);
    }
  }
  return position;
}
