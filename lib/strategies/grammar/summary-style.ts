/**
 * What a product asks its summariser for: the sections, and how they are written. The words are our own; no product's
 * prompt is copied.
 */
export type SummaryStyle = {
  readonly id: string;
  readonly sections: readonly SummarySection[];
  /** Headings of Markdown, or one XML element per section. */
  readonly shape: "markdown" | "xml";
  /** The answer must have at least one of the sections. */
  readonly isStrict?: boolean;
  /** Titles that it must have, all of them. */
  readonly required?: readonly string[];
  /** Asks for something else than a summary, in place of the sections. */
  readonly task?: string;
  /** Asks for what is new only: what the earlier summary says is kept as it is. */
  readonly isDelta?: boolean;
  /** Asks to find what an earlier draft left out. */
  readonly isReview?: boolean;
};

export type SummarySection = { readonly title: string; readonly asks: string };
