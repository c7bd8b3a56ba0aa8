/** A figure of docs/metrics.md; `id` is its anchor, linked from the API and a session's figures. */
type MetricSection = {
  readonly id: string;
  readonly name: string;
  /** Whether the name differs from the id, which is then also shown because the API uses it. */
  readonly isCalledById: boolean;
  /** The figure in a sentence or two, as Markdown. */
  readonly meaning: string;
  /** The figure's names in the API, formula, source and example, as Markdown. */
  readonly details: string;
};
export type MetricChapter = {
  readonly id: string;
  readonly name: string;
  /** The Markdown above the chapter's figures. */
  readonly introduction: string;
  readonly sections: readonly MetricSection[];
};

/** The bold name that starts many sections. */
const BOLD_NAME = /^\*\*(.+?)\*\*, (\w)/;
/** Where the explanation of a figure ends: its names in the API, or the next paragraph. */
const END_OF_MEANING = /\nIn the API|\n\n/;

const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(" ", "-");

/**
 * The document is named after its first chapter, which is about compressions; that name belongs to the page, not the
 * chapter.
 */
const FIRST = "Metrics";
const FIRST_NAME = "What a compression keeps";

/**
 * The chapters of docs/metrics.md for the page, in reverse order, because the figures in a session's header are looked
 * up most. Bold names become headings.
 */
export const toMetricChapters = (text: string): MetricChapter[] => text.split(/^# /m).slice(1).map(toChapter).reverse();

function toChapter(text: string): MetricChapter {
  const end = text.indexOf("\n");
  const heading = text.slice(0, end);
  const name = heading === FIRST ? FIRST_NAME : heading;
  const [introduction = "", ...sections] = withoutBreaks(text.slice(end + 1)).split(/^## /m);
  return { id: anchorOf(name), name, introduction, sections: sections.map(toSection) };
}

function toSection(text: string): MetricSection {
  const end = text.indexOf("\n");
  const [title, body] = [text.slice(0, end), text.slice(end).trim()];
  const [bold, name] = BOLD_NAME.exec(body) ?? [];
  const shown = body.replace(BOLD_NAME, (_all, _name, first: string) => first.toUpperCase());
  const at = shown.search(END_OF_MEANING);
  return {
    id: anchorOf(title),
    name: name ?? plainName(title),
    isCalledById: bold !== undefined,
    meaning: shown.slice(0, at < 0 ? undefined : at),
    details: at < 0 ? "" : shown.slice(at).trim(),
  };
}

const withoutBreaks = (text: string): string => text.replaceAll(/(\d) %/g, "$1\u202f%");

/** `peak-window` becomes `Peak window`; `to-do list stated again` keeps its hyphen. */
function plainName(heading: string): string {
  const words = heading.includes(" ") ? heading : heading.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
