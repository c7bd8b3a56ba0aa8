import { modelPricesAt } from "../models/price-at";
import { priceParts } from "../models/price-usage";
import type { PrefixNode } from "../requests/prefix-tree";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { cacheWritten } from "../transcript/usage";

/** The cost of sending a node of the prompt tree with every request that contained it. */
export type Carried = {
  readonly node: PrefixNode;
  /** The node's own tokens, in one prompt. */
  readonly tokens: number;
  /** Number of requests whose prompt contained the node. */
  readonly requests: number;
  /** US dollars, over the requests with usage and a price. */
  readonly cost: number;
};

/** A node's costs: the amounts paid for it alone, and the per-token cost of it and everything before it. */
type Share = { ownRequests: number; ownCost: number; throughRequests: number; throughRate: number };

/**
 * Every node of these requests' prompts. A request read its prompt up to R, wrote the next W and sent the rest
 * uncached. Only unread nodes are walked, and none of a request without a price. Reads are recorded at the last node and summed once, so the work is linear in
 * new content.
 */
export function carriedNodes(
  requests: readonly ModelRequest[],
  leafOf: (request: ModelRequest) => PrefixNode,
): Carried[] {
  const shares = new Map<PrefixNode, Share>();
  for (const request of requests) {
    const rates = ratesOf(request);
    let node = leafOf(request);
    for (; node.parent !== null && node.tokens > (rates?.readUntil ?? Number.POSITIVE_INFINITY); node = node.parent) {
      const share = shareOf(shares, node);
      share.ownRequests += 1;
      if (rates !== null) share.ownCost += costBetween(node.parent.tokens, node.tokens, rates);
    }
    if (node.parent === null) continue;
    const share = shareOf(shares, node);
    share.throughRequests += 1;
    share.throughRate += rates?.read ?? 0;
    for (let at = node.parent; at.parent !== null && !shares.has(at); at = at.parent) shareOf(shares, at);
  }
  return settle(shares);
}

function shareOf(shares: Map<PrefixNode, Share>, node: PrefixNode): Share {
  const known = shares.get(node);
  if (known) return known;
  const fresh = { ownRequests: 0, ownCost: 0, throughRequests: 0, throughRate: 0 };
  shares.set(node, fresh);
  return fresh;
}

function settle(shares: Map<PrefixNode, Share>): Carried[] {
  const entries = [...shares].sort(([one], [other]) => other.number - one.number);
  return entries.map(([node, { ownRequests, ownCost, throughRequests, throughRate }]) => {
    const { parent } = node;
    const before = parent?.parent ? shareOf(shares, parent) : null;
    if (before !== null) {
      before.throughRequests += throughRequests;
      before.throughRate += throughRate;
    }
    const tokens = node.tokens - (parent?.tokens ?? 0);
    return { node, tokens, requests: ownRequests + throughRequests, cost: ownCost + tokens * throughRate };
  });
}

/** Dollars per token, and the prompt positions at which the rates change. */
type Rates = {
  readonly readUntil: number;
  readonly writtenUntil: number;
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
};

/** null without usage or price. */
function ratesOf({ usage, model, startedAt }: ModelRequest): Rates | null {
  const prices = modelPricesAt(model, startedAt);
  if (usage === null || prices === null) return null;
  const { reads, writes, plainInput } = priceParts(usage, prices);
  const each = (cost: number | null, tokens: number | null) => (cost === null || !tokens ? 0 : cost / tokens);
  const readUntil = usage.cacheRead ?? 0;
  const written = cacheWritten(usage);
  return {
    readUntil,
    writtenUntil: readUntil + (written ?? 0),
    read: each(reads, usage.cacheRead),
    written: each(writes, written),
    uncached: each(plainInput, usage.uncachedInput),
  };
}

function costBetween(from: number, to: number, { readUntil, writtenUntil, read, written, uncached }: Rates): number {
  const within = (start: number, end: number) => Math.max(0, Math.min(to, end) - Math.max(from, start));
  return (
    within(0, readUntil) * read +
    within(readUntil, writtenUntil) * written +
    within(writtenUntil, Number.POSITIVE_INFINITY) * uncached
  );
}
