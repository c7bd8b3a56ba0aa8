import { clip, graphemeStart } from "./clip";

/** A text's first and last characters with a note between them; never splits a grapheme. Short texts stay unchanged. */
export function clipMiddle(text: string, head: number, tail: number, note: (left: number) => string): string {
  if (text.length <= head + tail) return text;
  const start = head === 0 ? "" : text.slice(0, graphemeStart(text, head));
  const end = tail === 0 ? "" : text.slice(graphemeStart(text, text.length - tail));
  return `${start}${note(text.length - start.length - end.length)}${end}`;
}

/** The first and last lines, each at most `lineCharacters` long. */
export function clipLines(lines: readonly string[], head: number, tail: number, lineCharacters: number): string[] {
  const short = (line: string) => clip(line, lineCharacters);
  if (lines.length <= head + tail) return lines.map(short);
  const omitted = lines.length - head - tail;
  return [...lines.slice(0, head).map(short), `[${omitted} lines omitted]`, ...lines.slice(-tail).map(short)];
}
