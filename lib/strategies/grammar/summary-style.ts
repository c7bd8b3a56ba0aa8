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
  /** Every section stands in every summary; one with nothing to say says that. */
  readonly isComplete?: true;
  /** Asks for something else than a summary, in place of the sections. */
  readonly task?: string;
  /** Asks for what is new only: what the earlier summary says is kept as it is. */
  readonly isDelta?: boolean;
  /** Asks to find what an earlier draft left out. */
  readonly isReview?: boolean;
};

/**
 * What a rule finds in a history without a model. `plan`: the newest plan, `done` and `open`: its items by state, `next`: the
 * first that is open; `asked`: requests without those that decide something; `current`: the agent's last words; `keyPoints`: the sentences that say most of what the others say.
 */
export type RuleContent =
  | "intent"
  | "requests"
  | "asked"
  | "created"
  | "modified"
  | "deleted"
  | "renamed"
  | "read"
  | "errors"
  | "tests"
  | "decisions"
  | "commands"
  | "current"
  | "plan"
  | "done"
  | "open"
  | "next"
  | "keyPoints";

/** `asks`: what a model is asked for. `holds`: what a rule fills the section with, in this order. */
export type SummarySection = {
  readonly title: string;
  readonly asks: string;
  readonly holds: readonly RuleContent[];
};
