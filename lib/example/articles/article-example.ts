import type { ChatMessage } from "./chat";

/** A strategy that is chosen in Compare when the example is opened; `params` holds only what differs from its defaults. */
type ExampleStrategy = { readonly id: string; readonly params?: Readonly<Record<string, unknown>> };

/** One example of an article, rebuilt in our own words: the history before, the strategy, and what comes out. */
export type ArticleExample = {
  readonly id: string;
  /** The article. */
  readonly group: string;
  readonly title: string;
  /** The history before the strategy runs, in one sentence. */
  readonly before: string;
  /** What the article says comes out. */
  readonly result: string;
  readonly model?: string;
  /** The window in tokens, where the history is larger than the model's; kept as if the reader had stated it. */
  readonly window?: number;
  /** The last message is the answer of the request at which the strategies run. */
  readonly messages: () => readonly ChatMessage[];
  /** How the log goes on, so that it shows what was needed of the history; absent if it ends there. */
  readonly later?: () => readonly ChatMessage[];
  readonly strategies: readonly ExampleStrategy[];
  /** Runs the strategies although their own triggers have not fired. */
  readonly force: boolean;
};

/** The articles by their names, as the page of examples groups them. */
export const ARTICLES = {
  tools: "How three tools compress: an essay on Claude Code, Roo Code and Continue, October 2025",
  skill: "Strategies for compressing a context: a skill for agents, December 2025",
  centAgent: "CentAgent: two ways to spend fewer tokens",
  manus: "Manus: context engineering for AI agents, July 2025",
  kilo: "Kilo Code: tool pairs after a compression, November 2025",
  masking: "Beside the articles: masking instead of summaries",
} as const;
