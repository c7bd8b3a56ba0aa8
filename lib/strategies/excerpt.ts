import { oncePerPart } from "../conversation/once-per-part";
import { type Part, partText } from "../conversation/part";
import { namesIn, worthOf } from "./names";
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
  /** Each once, with its worth. */
  readonly names: readonly (readonly [name: string, worth: number])[];
};

export const namedLines = (text: string): NamedLine[] =>
  splitLines(text).flatMap((line, index) => {
    const clipped = clip(line.trimEnd(), LINE);
    const names = [...new Set(namesIn(clipped))].map((name) => [name, worthOf(name)] as const);
    return names.length === 0 ? [] : [{ index, text: clipped, names }];
  });

/** The same of a whole part; every part object is read once. */
export const namedLinesOf = oncePerPart((part: Part) => namedLines(partText(part)));

/**
 * The lines that say most of what is said nowhere else, for their length, in their order: each name counts once, and not
 * at all where `isShown`. At most `characters` in all. Verbatim, so that they can be searched for and quoted.
 */
export function excerptLines(
  lines: readonly NamedLine[],
  isShown: (name: string) => boolean,
  characters: number,
): NamedLine[] {
  const said = new Set<string>();
  const isNew = (name: string) => !said.has(name) && !isShown(name);
  const ranked = lines
    .map((line) => ({ line, density: densityOf(line, isNew) }))
    .filter(({ density }) => density > 0)
    .sort((a, b) => b.density - a.density || a.line.index - b.line.index);
  const taken: NamedLine[] = [];
  let room = characters;
  for (const { line, density } of ranked) {
    // What better lines have said by now is not said twice.
    if (line.text.length >= room || densityOf(line, isNew) < density / 2) continue;
    taken.push(line);
    room -= line.text.length + 1;
    for (const [name] of line.names) said.add(name);
  }
  return taken.sort((a, b) => a.index - b.index);
}

/** Worth of what the line says anew, per character. */
function densityOf({ text, names }: NamedLine, isNew: (name: string) => boolean): number {
  let worth = 0;
  for (const [name, value] of names) if (isNew(name)) worth += value;
  return worth / (text.length + LINE_COST);
}
