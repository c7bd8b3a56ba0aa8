import { commonPrefix, type PrefixNode, segmentsAfter } from "../requests/prefix-tree";
import type { PromptPrefix } from "../requests/prompt-prefix";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { cacheWritten } from "../transcript/usage";
import { reportsWrites } from "./cache-totals";
import { chainKey } from "./read-expectation";

/**
 * Tokens written to the cache ÷ new tokens, over all requests. New is what was neither read from the cache nor in the
 * previous prompt. 1 is ideal; below 1 if some were never cached. Null if the log does not report writes.
 */
export function rewriteFactor(requests: readonly ModelRequest[], prefixes: readonly PromptPrefix[]): number | null {
  const last = new Map<string, PrefixNode>();
  let [written, fresh] = [0, 0];
  requests.forEach((request, position) => {
    const { usage, agent } = request;
    const leaf = prefixes[position]?.leaf;
    if (usage === null || usage.cacheRead === null || leaf === undefined) return;
    const unlike = newTokens(leaf, last.get(chainKey(request)) ?? last.get(agent) ?? null);
    fresh += Math.max(0, Math.min(unlike, leaf.tokens - usage.cacheRead));
    last.set(chainKey(request), leaf).set(agent, leaf);
    written += cacheWritten(usage) ?? 0;
  });
  return fresh > 0 && reportsWrites(requests) ? written / fresh : null;
}

/** Tokens of the blocks that the previous prompt lacks. */
function newTokens(leaf: PrefixNode, previous: PrefixNode | null): number {
  const shared = previous && commonPrefix(previous, leaf);
  if (shared === previous) return leaf.tokens - (shared?.tokens ?? 0);
  const known = new Set(segmentsAfter(shared, previous as PrefixNode).map(({ hash }) => hash));
  return segmentsAfter(shared, leaf).reduce((sum, { hash, tokens }) => sum + (known.has(hash) ? 0 : tokens), 0);
}
