import type { SummarySection, SummaryStyle } from "../grammar/summary-style";
import { clip } from "../previews/clip";
import { fitSections, NOTHING, type Sections, titlesIn, withAllSections, writeSections } from "./sections";

/** What a summary that keeps every section must not lose: its titles, and the changed files. */

type Count = (text: string) => number;

/** Below this multiple of the titles' size, a summary is too small to list empty sections. */
const LEAST_ROOM = 2;

/** Tokens of titles without a line yet; 0 if they are optional or do not fit. */
export function roomOfTitles(
  { isComplete, sections }: SummaryStyle,
  has: (title: string) => boolean,
  maxTokens: number,
  count: Count,
): number {
  if (!isComplete) return 0;
  const missing = sections.filter(({ title }) => !has(title));
  const room = missing.reduce((sum, { title }) => sum + count(`## ${title}\n- ${NOTHING}\n`) + 1, 0);
  return maxTokens >= LEAST_ROOM * room ? room : 0;
}

/** The text with all sections of its style, if they fit. */
export function completeSections(text: string, { sections }: SummaryStyle, maxTokens: number, count: Count): string {
  const whole = withAllSections(
    text,
    sections.map(({ title }) => title),
  );
  return count(whole) <= maxTokens ? whole : text;
}

/** A file's line reduced to its path and what was done to it. */
export const shortFile = (line: string): string => line.split("; ", 1)[0] ?? line;

const UNCHANGED = /\b(?:read only|no changes?|only read|examined|unchanged)\b/i;
const STAYS = 40;
/** Suffix of a title for the lines of its section that take precedence over all others. */
const FIRST = "\u0000first";
const INTENT_CHARACTERS = 200;

/** A section's priority lines, shortened: the task, and what was done to each changed file. */
function firstLines({ holds }: SummarySection, lines: readonly string[]): ReadonlyMap<string, string> {
  if (holds.includes("modified"))
    return new Map(lines.filter((line) => !UNCHANGED.test(line)).map((line) => [line, shortFile(line)]));
  return new Map(
    holds.includes("intent") ? lines.slice(0, 1).map((line) => [line, clip(line, INTENT_CHARACTERS)]) : [],
  );
}

/**
 * The lines that fit in a summary that keeps its entries. The task and changed files go first, and are shortened before
 * any is dropped.
 */
export function fitKept(
  sections: Sections,
  { sections: own }: SummaryStyle,
  { maxTokens, count }: { readonly maxTokens: number; readonly count: Count },
): string {
  const parted = new Map<string, readonly string[]>();
  const weights: Record<string, number> = {};
  for (const [title, lines] of sections) {
    const section = own.find((known) => known.title === title);
    const first = section === undefined ? new Map<string, string>() : firstLines(section, lines);
    parted.set(title + FIRST, [...first.values()]);
    parted.set(
      title,
      lines.filter((line) => !first.has(line)),
    );
    weights[title + FIRST] = STAYS;
  }
  const headingOf = (title: string) => title.replace(FIRST, "");
  const fitting = new Map<string, string[]>();
  for (const [title, lines] of fitSections(parted, { maxTokens, count, weights, headingOf }))
    fitting.set(headingOf(title), [...(fitting.get(headingOf(title)) ?? []), ...lines]);
  return writeSections(fitting);
}

/** Titles of a style that a text does not have; an empty section has its title. */
export function titlesLeftOut({ sections }: SummaryStyle, text: string): string[] {
  const written = titlesIn(text);
  return sections.map(({ title }) => title).filter((title) => !written.has(title.toLowerCase()));
}

/** Paths of changed files that a text does not name. */
export const pathsLeftOut = (paths: Iterable<string>, text: string): string[] =>
  [...new Set(paths)].filter((path) => !text.includes(path));

/** Paths in an earlier summary's lines about changed files. */
export const changedPathsIn = (sections: Sections, { sections: own }: SummaryStyle): string[] =>
  own
    .filter(({ holds }) => holds.includes("modified"))
    .flatMap(({ title }) => sections.get(title) ?? [])
    .filter((line) => !UNCHANGED.test(line))
    .flatMap((line) => /^(?:\[cycle \d+\] )?([^\s:]{1,200}): /.exec(line)?.[1] ?? []);
