import { once } from "../../conversation/once";
import { isNumbered, plainLine } from "../artifacts/replaced-lines";

/**
 * Number of lines that are compared together, because single lines, such as a bracket or an import, recur within a
 * file.
 */
const LINES_OF_RUN = 3;
/** Maximum number of lines that clients print around the lines of a file: a header, a status, a reminder. */
const LINES_AROUND = 5;

/** Some lines of a file, and the place of each run of them. */
type Lines = { readonly lines: readonly string[]; readonly places: ReadonlyMap<string, number> };

/** A text that shows some of a file's lines. `numbered`: with their numbers; null if it has none. */
export type ShownLines = {
  readonly plain: () => Lines;
  readonly numbered: (() => Lines) | null;
  /** Characters of all lines. */
  readonly size: number;
};

export function linesShown(text: string): ShownLines {
  const written = text.split("\n").filter((line) => plainLine(line) !== "");
  const numbered = written.filter(isNumbered);
  return {
    plain: once(() => placed(written.map(plainLine))),
    numbered: numbered.length > written.length / 2 ? once(() => placed(numbered)) : null,
    size: sizeOf(written),
  };
}

function placed(lines: readonly string[]): Lines {
  const places = new Map<string, number>();
  for (let at = lines.length - LINES_OF_RUN; at >= 0; at -= 1) places.set(runAt(lines, at), at);
  return { lines, places };
}

const runAt = (lines: readonly string[], at: number): string => lines.slice(at, at + LINES_OF_RUN).join("\n");

/**
 * Characters that both texts show: either the end of one is the start of the other, or one shows all lines of the
 * other. Equal lines elsewhere do not count, because they may be other lines of the file.
 */
export function overlapOf(earlier: ShownLines, later: ShownLines): number {
  const [old, fresh] =
    earlier.numbered && later.numbered ? [earlier.numbered(), later.numbered()] : [earlier.plain(), later.plain()];
  const sizes = Array.from({ length: LINES_AROUND + 1 }, (_, at) => [
    sharedFrom(old, old.places.get(runAt(fresh.lines, at)), fresh, at),
    sharedFrom(old, at, fresh, fresh.places.get(runAt(old.lines, at))),
  ]);
  return Math.max(...sizes.flat());
}

/** Characters of the lines that are equal starting at these places, if they reach the end of either text. */
function sharedFrom(old: Lines, from: number | undefined, fresh: Lines, to: number | undefined): number {
  if (from === undefined || to === undefined) return 0;
  const most = Math.min(old.lines.length - from, fresh.lines.length - to);
  let count = 0;
  while (count < most && old.lines[from + count] === fresh.lines[to + count]) count += 1;
  return most - count <= LINES_AROUND ? sizeOf(fresh.lines.slice(to, to + count)) : 0;
}

const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length, 0);
