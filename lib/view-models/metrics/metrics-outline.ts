/** A figure of docs/metrics.md; `id` is its anchor, linked from the API and a session's figures. */
type MetricSection = {
  readonly id: string;
  readonly name: string;
  /** The id is more informative than the name: the API uses it. */
  readonly isCalledById: boolean;
};
export type MetricChapter = {
  readonly id: string;
  readonly name: string;
  readonly sections: readonly MetricSection[];
  /** Its Markdown, without its heading. */
  readonly text: string;
};

/** A heading, and the bold name below it that starts many sections. */
const SECTION = /^## (.+)\n\n(?:\*\*(.+?)\*\*, (\w))?/gm;

export const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(" ", "-");

/** The document is named after its first chapter, which is about a compression; the page has that name itself. */
const FIRST = "Metrics";
const FIRST_NAME = "What a compression keeps";

/**
 * The chapters of docs/metrics.md for the page, in which bold names become headings. What a session's header says is
 * looked up most, so the document is turned around.
 */
export const toMetricChapters = (text: string): MetricChapter[] => text.split(/^# /m).slice(1).map(toChapter).reverse();

function toChapter(text: string): MetricChapter {
  const end = text.indexOf("\n");
  const heading = text.slice(0, end);
  const name = heading === FIRST ? FIRST_NAME : heading;
  const sections = [...text.matchAll(SECTION)].map(([, title = "", bold]) => ({
    id: anchorOf(title),
    name: bold ?? plainName(title),
    isCalledById: bold !== undefined,
  }));
  return { id: anchorOf(name), name, sections, text: shown(text.slice(end + 1)) };
}

const shown = (text: string): string =>
  text
    .replace(SECTION, (all, heading: string, name?: string, first = "") =>
      name === undefined ? all : `## ${heading}\n\n${first.toUpperCase()}`,
    )
    .replaceAll(/(\d) %/g, "$1\u202f%");

/** `peak-window` is `Peak window`; `to-do list stated again` keeps its hyphen. */
function plainName(heading: string): string {
  const words = heading.includes(" ") ? heading : heading.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
