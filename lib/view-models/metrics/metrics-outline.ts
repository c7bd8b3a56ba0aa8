/** A figure of docs/metrics.md; `id` is its anchor, linked from the API and a session's figures. */
type MetricSection = {
  readonly id: string;
  readonly name: string;
  /** The id is more informative than the name: the API uses it. */
  readonly isCalledById: boolean;
};
export type MetricChapter = { readonly id: string; readonly name: string; readonly sections: readonly MetricSection[] };

export type MetricsDocument = {
  /** The text before the first figure, and everything after. */
  readonly intro: string;
  readonly rest: string;
  readonly chapters: readonly MetricChapter[];
};

/** A heading, and the bold name below it that starts many sections. */
const SECTION = /^## (.+)\n\n(?:\*\*(.+?)\*\*, (\w))?/gm;

export const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(" ", "-");

/** docs/metrics.md for the page: bold names become headings, and all of them form the list. */
export function toMetricsDocument(text: string): MetricsDocument {
  const shown = text
    .replace(SECTION, (all, heading: string, name?: string, first = "") =>
      name === undefined ? all : `## ${heading}\n\n${first.toUpperCase()}`,
    )
    .replaceAll(/(\d) %/g, "$1\u202f%");
  const start = shown.search(/^## /m);
  const at = start < 0 ? shown.length : start;
  return { intro: shown.slice(0, at), rest: shown.slice(at), chapters: text.split(/^# /m).slice(1).map(toChapter) };
}

function toChapter(text: string): MetricChapter {
  const name = text.slice(0, text.indexOf("\n"));
  const sections = [...text.matchAll(SECTION)].map(([, heading = "", bold]) => ({
    id: anchorOf(heading),
    name: bold ?? plainName(heading),
    isCalledById: bold !== undefined,
  }));
  return { id: anchorOf(name), name, sections };
}

/** `peak-window` is `Peak window`; `to-do list stated again` keeps its hyphen. */
function plainName(heading: string): string {
  const words = heading.includes(" ") ? heading : heading.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
