/**
 * What a product asks its summariser for: the sections and their form. The wording is ours; no product's
 * prompt is copied.
 */
export type SummaryStyle = {
  readonly id: string;
  readonly sections: readonly SummarySection[];
  /** Markdown headings, or one XML element per section. */
  readonly shape: "markdown" | "xml";
  /** The answer must have at least one of the sections. */
  readonly isStrict?: boolean;
  /** Titles of required sections. */
  readonly required?: readonly string[];
  /** Every summary has every section; empty ones are marked as empty. */
  readonly isComplete?: true;
  /** Asks for something other than a summary, in place of the sections. */
  readonly task?: string;
  /** Asks only for new content: earlier summaries are kept unchanged. */
  readonly isDelta?: boolean;
  /** Asks for omissions of an earlier draft. */
  readonly isReview?: boolean;
};

/**
 * What a rule extracts from a history without a model. `plan`: the newest plan; `done` and `open`: its items by
 * state; `next`: the first open one; `asked`: requests that decide nothing; `current`: the agent's last words;
 * `keyPoints`: the most central sentences.
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

/** `asks`: the instruction to a model. `holds`: the kinds of content that rules fill in, in this order. */
export type SummarySection = {
  readonly title: string;
  readonly asks: string;
  readonly holds: readonly RuleContent[];
};
