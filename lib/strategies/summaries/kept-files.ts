import type { SummarySection, SummaryStyle } from "../grammar/summary-style";
import { clip } from "../previews/clip";
import { fitSections, NOTHING, type Sections, withAllSections, writeSections } from "./sections";

/** What a summary that keeps every section may not lose: its titles, and the files that were changed. */

type Count = (text: string) => number;

/** Below this many times their room, a summary is too small to say of sections that they have nothing to say. */
const LEAST_ROOM = 2;

/** Tokens of the titles that have no line yet; 0 if they need not be there, or if there is no room for that. */
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

/** The text with all sections of its style, if there is room for them. */
export function completeSections(text: string, { sections }: SummaryStyle, maxTokens: number, count: Count): string {
  const whole = withAllSections(
    text,
    sections.map(({ title }) => title),
  );
  return count(whole) <= maxTokens ? whole : text;
}

/** The line of a file with no more than its path and what was done to it. */
export const shortFile = (line: string): string => line.split("; ", 1)[0] ?? line;

const UNCHANGED = /\b(?:read only|no changes?|only read|examined|unchanged)\b/i;
const STAYS = 40;
/** Behind a title: its lines that go before those of all others. */
const FIRST = "\u0000first";
const INTENT_CHARACTERS = 200;

/** Of a section the lines that go before all others, shortened: the task, and what was done to each changed file. */
function firstLines({ holds }: SummarySection, lines: readonly string[]): ReadonlyMap<string, string> {
  if (holds.includes("modified"))
    return new Map(lines.filter((line) => !UNCHANGED.test(line)).map((line) => [line, shortFile(line)]));
  return new Map(
    holds.includes("intent") ? lines.slice(0, 1).map((line) => [line, clip(line, INTENT_CHARACTERS)]) : [],
  );
}

/**
 * The lines that fit, of a summary whose entries are kept: the task and the changed files go before all others, and are
 * shortened before any is left out.
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

/** The paths of changed files that a text does not name. */
export const pathsLeftOut = (paths: Iterable<string>, text: string): string[] =>
  [...new Set(paths)].filter((path) => !text.includes(path));

/** The paths in the lines about changed files of an earlier summary. */
export const changedPathsIn = (sections: Sections, { sections: own }: SummaryStyle): string[] =>
  own
    .filter(({ holds }) => holds.includes("modified"))
    .flatMap(({ title }) => sections.get(title) ?? [])
    .filter((line) => !UNCHANGED.test(line))
    .flatMap((line) => /^(?:\[cycle \d+\] )?([^\s:]{1,200}): /.exec(line)?.[1] ?? []);
