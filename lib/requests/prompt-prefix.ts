import type { PrefixNode } from "./prefix-tree";

/** A request's prompt in the tree shared by all requests of the session. */
export type PromptPrefix = {
  readonly leaf: PrefixNode;
  /** The end of everything before the conversation: tools, system messages, and their unlogged part. */
  readonly head: PrefixNode;
  /**
   * The node in this prompt where the chain's previous prompt and answer end; null if this prompt does not continue
   * them.
   */
  readonly answer: PrefixNode | null;
  /** Where the client asked for caching; null if not in the log. */
  readonly marks: readonly PromptMark[] | null;
};

/** A cache mark. `ttl`: seconds; null if not in the request. */
export type PromptMark = { readonly node: PrefixNode; readonly ttl: number | null };
