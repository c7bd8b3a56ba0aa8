/** One figure of docs/metrics.md; `id` is its anchor, which the API and the figures of a session lead to. */
type MetricSection = {
  readonly id: string;
  readonly name: string;
  /** The id says more than the name: it is what the API calls the figure. */
  readonly isCalledById: boolean;
};
export type MetricChapter = { readonly id: string; readonly name: string; readonly sections: readonly MetricSection[] };

export type MetricsDocument = {
  /** What stands before the first figure, and all from there on. */
  readonly intro: string;
  readonly rest: string;
  readonly chapters: readonly MetricChapter[];
};

/** A heading and the name in bold below it, with which the first sentence of many sections begins. */
const SECTION = /^## (.+)\n\n(?:\*\*(.+?)\*\*, (\w))?/gm;

export const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(" ", "-");

/** docs/metrics.md as the page shows it: the names that stand in bold are its headings, and all of them are a list. */
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
