import { type Part, partText } from "../../conversation/part";
import { clip } from "../previews/clip";
import { splitLines } from "../previews/preview";
import { findNames } from "./find-names";
import { type Names, oncePerNumbering } from "./names";

/** Longer lines are cut: what comes late in a long line is data. */
const LINE = 160;
/** Characters that a line costs besides its own, so that the shortest lines are not the best by that alone. */
const LINE_COST = 12;

/** A line that names something. */
export type NamedLine = {
  readonly index: number;
  readonly text: string;
  /** By number, each once. */
  readonly names: readonly number[];
};

/** The lines of a text that name something. */
export function namedLines(text: string, names: Names): NamedLine[] {
  return text.includes("\r") ? linesApart(splitLines(text), names) : linesOfPlaces(text, names);
}

/** The same of a whole part; every part object is read once. */
export const namedLinesOf = oncePerNumbering((part: Part, names): readonly NamedLine[] =>
  namedLines(partText(part), names),
);

function linesApart(texts: readonly string[], names: Names): NamedLine[] {
  const lines: NamedLine[] = [];
  texts.forEach((line, index) => {
    const text = clip(line.trimEnd(), LINE);
    const own = names.in(text);
    if (own.length > 0) lines.push({ index, text, names: own });
  });
  return lines;
}

/** The same in one pass over the whole text: lines without a name are not even taken out of it. */
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
    const whole = text.slice(start, end).trimEnd();
    const line = clip(whole, LINE);
    const own = line === whole ? names.among(text, places, next, after) : names.in(line);
    if (own.length > 0) lines.push({ index, text: line, names: own });
    next = after;
  }
  return lines;
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

/**
 * The lines that say most of what is said nowhere else, for their length, in their order: each name counts once, and not
 * at all where `isShown`. At most `characters` in all. Verbatim, so that they can be searched for and quoted.
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
    // What better lines have said by now is not said twice.
    if (line.text.length >= room || densityOf(line, names, isSaid) < density / 2) continue;
    taken.push(line);
    room -= line.text.length + 1;
    for (const name of line.names) said.add(name);
  }
  return taken.sort((a, b) => a.index - b.index);
}

/** Worth of what the line says anew, per character. */
function densityOf({ text, names: own }: NamedLine, names: Names, isSaid: (name: number) => boolean): number {
  let worth = 0;
  for (const name of own) if (!isSaid(name)) worth += names.worth(name);
  return worth / (text.length + LINE_COST);
}
