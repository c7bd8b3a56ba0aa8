import type { ChatMessage } from "./chat";

/** A strategy that is chosen in Compare when the example is opened; `params` holds only what differs from its defaults. */
type ExampleStrategy = { readonly id: string; readonly params?: Readonly<Record<string, unknown>> };

/** One example of an article, rebuilt in our own words: the history before, the strategy, and what comes out. */
export type ArticleExample = {
  readonly id: string;
  /** What the article is about. */
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
  readonly strategies: readonly ExampleStrategy[];
  /** Runs the strategies although their own triggers have not fired. */
  readonly force: boolean;
};
