import type { ChatMessage } from "./chat";

/** A strategy that Compare selects when the example is opened. `params` contains only differences from its defaults. */
type ExampleStrategy = { readonly id: string; readonly params?: Readonly<Record<string, unknown>> };

/** An article's example, retold: the history before, the strategy, and the result. */
export type ArticleExample = {
  readonly id: string;
  /** Earlier ids, under which it is still found. */
  readonly formerly?: readonly string[];
  readonly group: string;
  readonly title: string;
  /** The history before the strategy runs, in one sentence. */
  readonly before: string;
  /** The result according to the article. */
  readonly result: string;
  readonly model?: string;
  /** The window in tokens, if the history exceeds the model's. Stored as if the reader had entered it. */
  readonly window?: number;
  /** The last message answers the request at which the strategies run. */
  readonly messages: () => readonly ChatMessage[];
  /** The rest of the log, which shows what was needed of the history; absent if the log ends there. */
  readonly later?: () => readonly ChatMessage[];
  readonly strategies: readonly ExampleStrategy[];
  /** Runs the strategies even if their own triggers have not fired. */
  readonly force: boolean;
};

/** The articles in the order and groups of the examples page. */
export const ARTICLES = {
  tools: "How three tools compress: an essay on Claude Code, Roo Code and Continue, October 2025",
  skill: "Strategies for compressing a context: a skill for agents, December 2025",
  centAgent: "CentAgent: two ways to spend fewer tokens",
  manus: "Manus: context engineering for AI agents, July 2025",
  kilo: "Kilo Code: tool pairs after a compression, November 2025",
  masking: "Besides the articles: masking instead of summaries",
} as const;
