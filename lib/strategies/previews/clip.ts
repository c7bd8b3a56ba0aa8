const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Maximum cluster length considered around a cut; family emoji have about 30 units. */
const WINDOW = 64;

/** At most the first `limit` UTF-16 units, never splitting a surrogate pair or a grapheme, with `…` if cut. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = Math.max(0, limit - 1);
  return `${text.slice(0, graphemeStart(text, end))}…`;
}

/** The last grapheme boundary at or before `index`. */
export function graphemeStart(text: string, index: number): number {
  if (isPlain(text.charCodeAt(index - 1)) && isPlain(text.charCodeAt(index))) return index;
  const from = lineOrPairStart(text, Math.max(0, index - WINDOW));
  const around = text.slice(from, index + WINDOW);
  const segment = GRAPHEMES.segment(around).containing(index - from);
  return segment ? from + segment.index : index;
}

/** Characters that never join their neighbour: those below the first combining mark, except the two of a CRLF. */
const isPlain = (code: number) => code < 0x300 && code !== 0x0a && code !== 0x0d && code !== 0xad;

const lineOrPairStart = (text: string, index: number) => {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff && index > 0 ? index - 1 : index;
};
