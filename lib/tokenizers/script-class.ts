import { codePointAt } from "./character-class";

/** Classes of scripts and symbols that Claude's tokenizers cut more finely than o200k, each with its own factor. */
export type ScriptClass = "latin" | "cjk" | "emoji" | "indic-arabic" | "other" | "base64";

/** First code point of each block and the class that begins there. Deliberately rough: one class per piece of text. */
const BLOCKS: readonly (readonly [number, ScriptClass])[] = [
  [0x0000, "latin"], // and combining marks, IPA
  [0x0370, "other"], // Greek, Cyrillic, Armenian
  [0x0590, "indic-arabic"], // Hebrew, Arabic, Indic scripts, Thai, Lao, Tibetan, Burmese
  [0x10a0, "other"], // Georgian
  [0x1100, "cjk"], // Hangul Jamo
  [0x1200, "other"], // Ethiopic, Cherokee, …
  [0x1780, "indic-arabic"], // Khmer
  [0x1800, "other"],
  [0x1e00, "latin"], // Latin additional, Greek extended, punctuation, currency, letterlike
  [0x2190, "emoji"], // arrows, box drawing, symbols, dingbats
  [0x2c00, "other"],
  [0x2e80, "cjk"], // radicals, kana, CJK, Hangul
  [0xd800, "other"],
  [0xf900, "cjk"],
  [0xfb00, "indic-arabic"], // presentation forms
  [0xfe00, "emoji"], // variation selectors
  [0xfe30, "cjk"],
  [0xfe70, "indic-arabic"],
  [0xff00, "cjk"], // full-width forms
  [0xfff0, "latin"], // U+FFFD
  [0x10000, "other"],
  [0x1f000, "emoji"],
  [0x20000, "cjk"],
  [0x40000, "other"],
];

/** A piece's class: that of its first non-ASCII character. */
export function scriptClassOf(bytes: Uint8Array, start: number, end: number): ScriptClass {
  for (let at = start; at < end; at += 1) if ((bytes[at] as number) >= 0x80) return classOf(codePointAt(bytes, at));
  return "latin";
}

function classOf(codePoint: number): ScriptClass {
  let found: ScriptClass = "latin";
  for (const [first, kind] of BLOCKS) {
    if (first > codePoint) break;
    found = kind;
  }
  return found;
}
