import { classAt, LINE_BREAK, NUMBER, runEnd, WHITESPACE, widthOf } from "./character-class";

/** End of the piece starting at `at`, always after `at`. Linear in the piece's length for any input. */
export type PieceSplitter = (bytes: Uint8Array, at: number, end: number) => number;

const APOSTROPHE = 0x27;
const LONG_S_LEAD = 0xc5; // U+017F is C5 BF: it folds to "s" if the published patterns ignore case

/** End of 's, 't, 'm, 'd, 're, 've or 'll in any case at `at`; `at` itself if there is none. */
export function contractionEnd(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end || bytes[at] !== APOSTROPHE) return at;
  const first = (bytes[at + 1] as number) | 0x20;
  if (first === 0x73 || first === 0x74 || first === 0x6d || first === 0x64) return at + 2;
  if (at + 2 >= end) return at;
  if (bytes[at + 1] === LONG_S_LEAD) return bytes[at + 2] === 0xbf ? at + 3 : at;
  const second = (bytes[at + 2] as number) | 0x20;
  const isPair = (second === 0x65 && (first === 0x72 || first === 0x76)) || (second === 0x6c && first === 0x6c);
  return isPair ? at + 3 : at;
}

/** `\p{N}{1,most}` with a number at `at`. */
export function numberEnd(bytes: Uint8Array, at: number, end: number, most = 3): number {
  let position = at;
  for (let digits = 0; digits < most && position < end && classAt(bytes, position) === NUMBER; digits += 1)
    position += widthOf(bytes[position] as number);
  return position;
}

/**
 * `\s*[\r\n]+|\s+(?!\S)|\s+` with whitespace at `at`: the run up to its last line break; without one, the run without
 * its last character, which belongs to the following word; at the end of the text, the entire run.
 */
export function whitespaceEnd(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  let last = at;
  let afterBreak = -1;
  while (position < end) {
    const kind = classAt(bytes, position);
    if ((kind & WHITESPACE) === 0) break;
    last = position;
    position += widthOf(bytes[position] as number);
    if (kind === LINE_BREAK) afterBreak = position;
  }
  if (afterBreak > 0) return afterBreak;
  return position === end || last === at ? position : last;
}

/** True if the whitespace run at `at` reaches the end of the text. */
export const isTrailingWhitespace = (bytes: Uint8Array, at: number, end: number): boolean =>
  runEnd(bytes, at, end, WHITESPACE) === end;
