import type { SummaryStyle } from "../grammar/summary-style";

/** A summary as sections of lines: title → entries in order. Entries before any title are under "". */
export type Sections = ReadonlyMap<string, readonly string[]>;

const TITLE = /^#{1,4}\s+(.{1,80}?)\s*:?\s*$|^<([a-z_]{2,40})>\s*$/;
/** Text of an empty section. Not a line: a merge ignores it. */
export const NOTHING = "None in these messages.";
const CLOSED = /^<\/[a-z_]{2,40}>\s*$/;

const titleOf = (line: string): string | undefined => {
  const [, heading, element] = TITLE.exec(line) ?? [];
  return heading ?? element;
};

/** The titles in a text in lower case, including those of empty sections. */
export const titlesIn = (text: string): ReadonlySet<string> =>
  new Set(text.split("\n").flatMap((line) => titleOf(line)?.toLowerCase() ?? []));

/**
 * Reads headings and the lines below them, without list marks. A title that matches one of `own`, ignoring case, is
 * replaced by it.
 */
export function parseSections(text: string, own: readonly string[] = []): Map<string, string[]> {
  const names = new Map(own.map((title) => [title.toLowerCase(), title]));
  const sections = new Map<string, string[]>();
  let current = "";
  for (const raw of text.split("\n")) {
    const title = titleOf(raw);
    if (title !== undefined) current = names.get(title.toLowerCase()) ?? title;
    const line = raw.replace(/^\s*[-*•]\s+/, "").trimEnd();
    if (title !== undefined || line.trim() === "" || line === NOTHING || CLOSED.test(line)) continue;
    const lines = sections.get(current) ?? [];
    lines.push(line);
    sections.set(current, lines);
  }
  return sections;
}

export const writeSections = (sections: Sections, shape: SummaryStyle["shape"] = "markdown"): string =>
  [...sections]
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => {
      const entries = listOf(lines);
      if (title === "") return entries.join("\n");
      const frame = shape === "xml" && /^[a-z_]+$/.test(title) ? [`<${title}>`, `</${title}>`] : [`## ${title}`];
      return [frame[0], ...entries, ...frame.slice(1)].join("\n");
    })
    .join("\n");

const NUMBERED = /^\d{1,3}[.)] +/;

/** The lines as a list; numbered lines are numbered consecutively. */
function listOf(lines: readonly string[]): string[] {
  let number = 0;
  return lines.map((line) => {
    if (!NUMBERED.test(line)) return `- ${line}`;
    number += 1;
    return `${number}. ${line.replace(NUMBERED, "")}`;
  });
}

/** The text with all of a style's titles, in order; empty ones are marked. Lines of other titles follow. */
export function withAllSections(text: string, titles: readonly string[]): string {
  const sections = parseSections(text, titles);
  if (titles.every((title) => sections.has(title))) return text;
  const all = new Set([...titles, ...sections.keys()]);
  return writeSections(new Map([...all].map((title) => [title, sections.get(title) ?? [NOTHING]])));
}

const CYCLE = /^\[cycle (\d+)\] /;
/** A line without its number and cycle tag, in either order. */
const untagged = (line: string): string => line.replace(NUMBERED, "").replace(CYCLE, "").replace(NUMBERED, "");
/** A line with its tag after its number. */
const tagged = (line: string, tag: string): string =>
  `${NUMBERED.test(line) ? (NUMBERED.exec(line)?.[0] ?? "") : ""}${tag}${untagged(line)}`;

/**
 * Joins two summaries section by section: earlier lines stay unchanged, new lines follow. A repeated line moves to the
 * end and keeps the tag of its first cycle. `cycle` tags the new lines.
 */
export function mergeSections(earlier: Sections, added: Sections, cycle: number | null = null): Map<string, string[]> {
  const merged = new Map<string, string[]>();
  for (const title of new Set([...earlier.keys(), ...added.keys()])) {
    const lines = new Map<string, string>();
    for (const line of earlier.get(title) ?? []) lines.set(untagged(line), line);
    for (const line of added.get(title) ?? []) {
      const plain = untagged(line);
      const known = lines.get(plain);
      lines.delete(plain);
      lines.set(plain, known ?? tagged(line, cycle === null ? "" : `[cycle ${cycle}] `));
    }
    merged.set(title, [...lines.values()]);
  }
  return merged;
}

export type FitRule = {
  readonly maxTokens: number;
  readonly count: (text: string) => number;
  /** A section's heading, if several share one; its title if absent. */
  readonly headingOf?: (title: string) => string;
  /** Weight of each section when dividing the room; 1 by default. */
  readonly weights?: Readonly<Record<string, number>>;
};

type Ranked = { readonly title: string; readonly index: number; readonly tokens: number; readonly rank: number };

/** The lines that fit. Sections share the room by weight and keep their newest lines, in the old order. */
export function fitSections(
  sections: Sections,
  { maxTokens, count, weights = {}, headingOf = (title) => title }: FitRule,
): Map<string, string[]> {
  const ranked: Ranked[] = [];
  for (const [title, lines] of sections)
    for (const [index, line] of lines.entries()) {
      const rank = (lines.length - index) / (weights[title] ?? 1);
      ranked.push({ title, index, tokens: count(`- ${line}\n`) + 1, rank });
    }
  ranked.sort((a, b) => a.rank - b.rank);
  const taken = takeFitting(ranked, { maxTokens, count, headingOf });
  const fitting = [...sections].map(([title, lines]): [string, string[]] => [
    title,
    lines.filter((_, index) => taken.get(title)?.has(index)),
  ]);
  return new Map(fitting.filter(([, lines]) => lines.length > 0));
}

function takeFitting(ranked: readonly Ranked[], { maxTokens, count, headingOf }: Required<Omit<FitRule, "weights">>) {
  const taken = new Map<string, Set<number>>();
  const headings = new Set([""]);
  let room = maxTokens;
  for (const { title, index, tokens } of ranked) {
    const heading = headingOf(title);
    const cost = tokens + (headings.has(heading) ? 0 : count(`## ${heading}\n`) + 1);
    if (cost > room) continue;
    room -= cost;
    headings.add(heading);
    const indexes = taken.get(title) ?? new Set<number>();
    taken.set(title, indexes.add(index));
  }
  return taken;
}
