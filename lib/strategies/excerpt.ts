import { oncePerPart } from "../conversation/once-per-part";
import { type Part, partText } from "../conversation/part";
import { type Name, type Names, wordsIn } from "./names";
import { clip } from "./previews/clip";
import { splitLines } from "./previews/preview";

/** Longer lines are cut: what comes late in a long line is data. */
const LINE = 160;
/** Characters that a line costs besides its own, so that the shortest lines are not the best by that alone. */
const LINE_COST = 12;

/** A line that names something. */
export type NamedLine = {
  readonly index: number;
  readonly text: string;
  /** Each once. */
  readonly names: readonly Name[];
};

export const namedLines = (text: string, known: Names): NamedLine[] => named(linesIn(text), known);

/** The same of a whole part; every part object is read once. */
export const namedLinesOf = (part: Part, names: Names): readonly NamedLine[] => linesBy(names)(part);

const linesBy = oncePerPart((names: Names) => oncePerPart((part: Part) => named(linesOf(part), names)));

/** A line with its names as they stand there, each once. */
type Line = { readonly index: number; readonly text: string; readonly words: readonly string[] };

const linesOf = oncePerPart((part: Part) => linesIn(partText(part)));

function linesIn(text: string): readonly Line[] {
  const lines: Line[] = [];
  splitLines(text).forEach((line, index) => {
    const clipped = clip(line.trimEnd(), LINE);
    const words = wordsIn(clipped);
    if (words.length > 0) lines.push({ index, text: clipped, words });
  });
  return lines;
}

const named = (lines: readonly Line[], known: Names): NamedLine[] =>
  lines.map(({ index, text, words }) => ({ index, text, names: known.all(words) }));

/**
 * The lines that say most of what is said nowhere else, for their length, in their order: each name counts once, and not
 * at all where `isShown`. At most `characters` in all. Verbatim, so that they can be searched for and quoted.
 */
export function excerptLines(
  lines: readonly NamedLine[],
  isShown: (name: Name) => boolean,
  characters: number,
): NamedLine[] {
  const said = new Set<number>();
  const isSaid = (name: Name) => said.has(name.number) || isShown(name);
  const ranked: { readonly line: NamedLine; readonly density: number }[] = [];
  for (const line of lines) {
    const density = densityOf(line, isShown);
    if (density > 0) ranked.push({ line, density });
  }
  ranked.sort((a, b) => b.density - a.density || a.line.index - b.line.index);
  const taken: NamedLine[] = [];
  let room = characters;
  for (const { line, density } of ranked) {
    // What better lines have said by now is not said twice.
    if (line.text.length >= room || densityOf(line, isSaid) < density / 2) continue;
    taken.push(line);
    room -= line.text.length + 1;
    for (const { number } of line.names) said.add(number);
  }
  return taken.sort((a, b) => a.index - b.index);
}

/** Worth of what the line says anew, per character. */
function densityOf({ text, names }: NamedLine, isSaid: (name: Name) => boolean): number {
  let worth = 0;
  for (const name of names) if (!isSaid(name)) worth += name.worth;
  return worth / (text.length + LINE_COST);
}
