import type { PrefixNode } from "./prefix-tree";

/** The prompt of one request in the tree that all requests of the session share. */
export type PromptPrefix = {
  readonly leaf: PrefixNode;
  /** The end of what stands before the conversation: tools, system messages, and what the log does not hold of them. */
  readonly head: PrefixNode;
  /** The node in this prompt at which the chain's previous prompt and its answer end; null if this prompt does not continue it. */
  readonly answer: PrefixNode | null;
  /** Where the client asked for caching; null if the log does not hold it. */
  readonly marks: readonly PromptMark[] | null;
};

/** A place up to which the client asked for caching. `ttl`: seconds; null if the request does not say. */
export type PromptMark = { readonly node: PrefixNode; readonly ttl: number | null };
