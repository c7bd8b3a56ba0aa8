import { classAt, LETTER, LINE_BREAK, MARK, NUMBER, OTHER, runEnd, SPACE, widthOf } from "./character-class";
import { contractionEnd, isTrailingWhitespace, numberEnd, type PieceSplitter, whitespaceEnd } from "./split-common";

/** May precede a word: anything but a line break, letter or number. */
const PREFIX = SPACE | MARK | OTHER;
const SPACE_BYTE = 0x20;

export type Cl100kVariant = {
  /** Maximum number of digits of a piece. */
  readonly digits: number;
  /** True if trailing whitespace is one piece even with line breaks (`\s+$` comes first). */
  readonly joinsTrailing: boolean;
};

/**
 * The cl100k pattern of tiktoken and its variants as a scanner without backtracking:
 *
 *     contraction  |  [^\r\n\p{L}\p{N}]?\p{L}+  |  \p{N}{1,digits}  |   ?[^\s\p{L}\p{N}]+[\r\n]*
 *     |  \s+$  |  \s*[\r\n]+  |  \s+(?!\S)  |  \s+
 */
export function createCl100kSplitter({ digits, joinsTrailing }: Cl100kVariant): PieceSplitter {
  return (bytes, at, end) => {
    const contraction = contractionEnd(bytes, at, end);
    if (contraction > at) return contraction;
    const first = classAt(bytes, at);
    const start = (first & PREFIX) === 0 ? at : at + widthOf(bytes[at] as number);
    const word = runEnd(bytes, start, end, LETTER);
    if (word > start) return word;
    if (first === NUMBER) return numberEnd(bytes, at, end, digits);
    const symbols = symbolsEnd(bytes, at, end);
    if (symbols > at) return symbols;
    return joinsTrailing && isTrailingWhitespace(bytes, at, end) ? end : whitespaceEnd(bytes, at, end);
  };
}

function symbolsEnd(bytes: Uint8Array, at: number, end: number): number {
  const start = bytes[at] === SPACE_BYTE ? at + 1 : at;
  const symbols = runEnd(bytes, start, end, MARK | OTHER);
  return symbols === start ? at : runEnd(bytes, symbols, end, LINE_BREAK);
}
