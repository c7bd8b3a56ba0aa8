import { readPromptBlocks } from "../../lib/formats/prompt-blocks";
import { hashText } from "../../lib/requests/hash-text";
import type { PrefixNode, PrefixTree, Segment } from "../../lib/requests/prefix-tree";

/** The segments of a request body captured by a proxy. `ttl` in seconds; null if the mark does not say. */
export type BodyPrompt = {
  readonly segments: readonly Segment[];
  /** The texts of the segments, by position. */
  readonly texts: readonly string[];
  readonly marks: readonly { readonly at: number; readonly ttl: number | null }[];
  /** The last segment of tools and system prompt; -1 without either. */
  readonly head: number;
};

/**
 * Reads a request body with `readPromptBlocks` and counts its blocks; null for anything else. `count` gives the tokens
 * of a text.
 */
export function readRequestBody(body: unknown, count: (text: string) => number): BodyPrompt | null {
  const read = readPromptBlocks(body);
  if (read === null) return null;
  return {
    segments: read.blocks.map(({ text, ...block }) => ({ ...block, hash: hashText(text), tokens: count(text) })),
    texts: read.blocks.map(({ text }) => text),
    marks: read.marks,
    head: read.head,
  };
}

/** Adds a body to the tree and returns its nodes. */
export function layBody(tree: PrefixTree, scope: string, prompt: BodyPrompt) {
  const nodes: PrefixNode[] = [];
  let leaf = tree.root(scope);
  for (const segment of prompt.segments) {
    leaf = tree.extend(leaf, segment);
    nodes.push(leaf);
  }
  const breakpoints = prompt.marks.map(({ at, ttl }) => ({ node: nodes[at] as PrefixNode, ttl }));
  return { leaf, head: nodes[prompt.head] ?? null, breakpoints: breakpoints.length > 0 ? breakpoints : null };
}
