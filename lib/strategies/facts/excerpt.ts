import { type Part, partText } from "../../conversation/part";
import { graphemeStart } from "../previews/clip";
import { splitLines } from "../previews/preview";
import { findNames } from "./find-names";
import { type Names, oncePerNumbering } from "./names";

/** Maximum characters of a line. Longer lines are split into pieces that are kept or dropped separately. */
const LINE = 160;
/** Maximum pieces per line; what comes later is mostly data. */
const MAX_PIECES = 250;
/** Characters added to each line's cost, so that a line does not win merely by being short. */
const LINE_COST = 12;

export type NamedLine = {
  /** Position in the text. All pieces of one line have the same integer part. */
  readonly index: number;
  readonly text: string;
  /** Numbers of the line's names, without repeats. */
  readonly names: readonly number[];
};

export function namedLines(text: string, names: Names): NamedLine[] {
  return text.includes("\r") ? linesApart(splitLines(text), names) : linesOfPlaces(text, names);
}

/** Like `namedLines`, for an entire part; each part object is read once. */
export const namedLinesOf = oncePerNumbering((part: Part, names): readonly NamedLine[] =>
  namedLines(partText(part), names),
);

function linesApart(texts: readonly string[], names: Names): NamedLine[] {
  const lines: NamedLine[] = [];
  for (const [index, line] of texts.entries()) addPieces(lines, line.trimEnd(), index, names);
  return lines;
}

function addPieces(lines: NamedLine[], line: string, index: number, names: Names): void {
  piecesOf(line).forEach((text, piece) => {
    const own = names.in(text);
    if (own.length > 0) lines.push({ index: index + piece / MAX_PIECES, text, names: own });
  });
}

/** Pieces of at most `LINE` characters, split at a space or sign if possible; each is a verbatim substring. */
function piecesOf(line: string): string[] {
  if (line.length <= LINE) return [line];
  const pieces: string[] = [];
  for (let start = 0; start < line.length && pieces.length < MAX_PIECES; ) {
    const end = line.length - start <= LINE ? line.length : pieceEnd(line, start);
    pieces.push(line.slice(start, end).trim());
    start = end;
  }
  return pieces;
}

/** Splits a name only if it is longer than half a piece. */
function pieceEnd(line: string, start: number): number {
  for (let end = start + LINE; end > start + LINE / 2; end -= 1)
    if (/[\s,;|<>{}()[\]"']/.test(line[end - 1] ?? "")) return end;
  return graphemeStart(line, start + LINE);
}

/** Reads the text in one pass. Lines without a name are never cut out, which is what makes this fast. */
function linesOfPlaces(text: string, names: Names): NamedLine[] {
  const places = findNames(text);
  const lines: NamedLine[] = [];
  let [start, index] = [0, 0];
  for (let next = 0; next < places.length; ) {
    let end = endOfLine(text, start);
    for (; end < (places[next] as number); end = endOfLine(text, start)) {
      start = end + 1;
      index += 1;
    }
    let after = next;
    while ((places[after] ?? Number.POSITIVE_INFINITY) < end) after += 2;
    const line = text.slice(start, end).trimEnd();
    if (line.length <= LINE) lines.push({ index, text: line, names: names.among(text, places, next, after) });
    else addPieces(lines, line, index, names);
    next = after;
  }
  return lines;
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

/**
 * The lines with the most names for their length, in text order, at most `characters` in all. A name counts only in the
 * best line that contains it, and not at all if `isShown` finds it elsewhere in the prompt. Lines are verbatim, so the
 * agent can search for them and quote them.
 */
export function excerptLines(
  lines: readonly NamedLine[],
  names: Names,
  isShown: (name: number) => boolean,
  characters: number,
): NamedLine[] {
  const said = new Set<number>();
  const isSaid = (name: number) => said.has(name) || isShown(name);
  const ranked: { readonly line: NamedLine; readonly density: number }[] = [];
  for (const line of lines) {
    const density = densityOf(line, names, isShown);
    if (density > 0) ranked.push({ line, density });
  }
  ranked.sort((a, b) => b.density - a.density || a.line.index - b.line.index);
  const taken: NamedLine[] = [];
  let room = characters;
  for (const { line, density } of ranked) {
    // The line is left out if better lines already contain most of its names.
    if (line.text.length >= room || densityOf(line, names, isSaid) < density / 2) continue;
    taken.push(line);
    room -= line.text.length + 1;
    for (const name of line.names) said.add(name);
  }
  return taken.sort((a, b) => a.index - b.index);
}

/** The worth of names not yet in the excerpt, per character. */
function densityOf({ text, names: own }: NamedLine, names: Names, isSaid: (name: number) => boolean): number {
  let worth = 0;
  for (const name of own) if (!isSaid(name)) worth += names.worth(name);
  return worth / (text.length + LINE_COST);
}
