import type { Role } from "../conversation/message";

/** `opaque` is in the prompt but not in the log: tools and system text of a client, injected reminders. */
export type SegmentKind = "tools" | "system" | "parameters" | "message" | "opaque";

/** The smallest thing a prompt cache can tell apart: a tool definition, a system block, a content block of a message. */
export type Segment = {
  /** Names it to the reader: a part id, a tool's name, or a made-up one. */
  readonly id: string;
  readonly kind: SegmentKind;
  /** Of its bytes as logged, keys in the logged order. */
  readonly hash: string;
  readonly tokens: number;
  readonly role?: Role;
  /** Content blocks of one message share it; without it a segment stands alone. */
  readonly message?: string;
  /** Consecutive tool calls, and consecutive results, are one position of Anthropic's look-back. */
  readonly run?: "tool-call" | "tool-result";
};

/**
 * A prompt, as the path from the root to one node. Nodes are shared: two prompts have the same node exactly when
 * everything up to and including its segment is the same, so a node is its own chained hash and needs no comparing.
 */
export type PrefixNode = {
  /** In the order of creation, from 0; dense over all scopes of a tree. */
  readonly number: number;
  readonly parent: PrefixNode | null;
  /** null for the root of a scope. */
  readonly segment: Segment | null;
  /** Tokens of the prompt up to and including it. */
  readonly tokens: number;
  /** Anthropic's positions up to and including it. */
  readonly position: number;
};

/** Prompts that share what they have in common. Caches are kept per scope: one root for each. */
export class PrefixTree {
  private readonly roots = new Map<string, PrefixNode>();
  private readonly children: Map<string, PrefixNode>[] = [];
  private count = 0;

  root(scope: string): PrefixNode {
    const known = this.roots.get(scope);
    if (known) return known;
    const root = this.create({ parent: null, segment: null, tokens: 0, position: 0 });
    this.roots.set(scope, root);
    return root;
  }

  /** The node after `parent` for this segment; the tokens of the first segment with these bytes are kept. */
  extend(parent: PrefixNode, segment: Segment): PrefixNode {
    const known = this.find(parent, segment);
    if (known) return known;
    const isSamePosition = segment.run !== undefined && segment.run === parent.segment?.run;
    const position = parent.position + (isSamePosition ? 0 : 1);
    const node = this.create({ parent, segment, tokens: parent.tokens + segment.tokens, position });
    const siblings = this.children[parent.number] ?? new Map<string, PrefixNode>();
    this.children[parent.number] = siblings.set(childKey(parent, segment), node);
    return node;
  }

  /** The same without making one: null where no prompt went this way. */
  find(parent: PrefixNode, segment: Segment): PrefixNode | null {
    return this.children[parent.number]?.get(childKey(parent, segment)) ?? null;
  }

  /** The node of a whole list of segments. */
  path(scope: string, segments: readonly Segment[]): PrefixNode {
    return segments.reduce((node, segment) => this.extend(node, segment), this.root(scope));
  }

  private create(draft: Omit<PrefixNode, "number">): PrefixNode {
    const node = { ...draft, number: this.count };
    this.count += 1;
    return node;
  }
}

/** A block that goes on with a message is not the same as one that begins another. */
function childKey(parent: PrefixNode, segment: Segment): string {
  const startsMessage = segment.message === undefined || segment.message !== parent.segment?.message;
  return `${segment.kind}${startsMessage ? "+" : "&"}${segment.role ?? ""}:${segment.hash}`;
}

/** From the node up to, and without, the root. */
export function* ancestors(node: PrefixNode): Generator<PrefixNode> {
  for (let at: PrefixNode = node; at.parent !== null; at = at.parent) yield at;
}

/** The segments of a prompt in order: for showing one, not for comparing many. */
export function segmentsOf(node: PrefixNode): Segment[] {
  return [...ancestors(node)].map((entry) => entry.segment as Segment).reverse();
}

/** The deepest node that both prompts have; null when they differ from the start (or in scope). */
export function commonPrefix(left: PrefixNode, right: PrefixNode): PrefixNode | null {
  const seen = new Set([...ancestors(left)]);
  for (const node of ancestors(right)) if (seen.has(node)) return node;
  return null;
}
