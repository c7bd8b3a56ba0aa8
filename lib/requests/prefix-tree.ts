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
  /** Segments up to and including it. */
  readonly depth: number;
  /** It, or one before it, is not in the log. */
  readonly isPartlyUnseen: boolean;
};

/** Prompts that share what they have in common. Caches are kept per scope: one root for each. */
export class PrefixTree {
  private readonly roots = new Map<string, PrefixNode>();
  /** By number of the parent. Nearly all nodes have one child and no need of a map, of which a session has thousands. */
  private readonly eldest: (PrefixNode | undefined)[] = [];
  private readonly younger = new Map<PrefixNode, Map<string, PrefixNode>>();
  private count = 0;

  root(scope: string): PrefixNode {
    const known = this.roots.get(scope);
    if (known) return known;
    const root = this.create({ parent: null, segment: null, tokens: 0, position: 0, depth: 0, isPartlyUnseen: false });
    this.roots.set(scope, root);
    return root;
  }

  /** The node after `parent` for this segment; the tokens of the first segment with these bytes are kept. */
  extend(parent: PrefixNode, segment: Segment): PrefixNode {
    const known = this.find(parent, segment);
    if (known) return known;
    const isSamePosition = segment.run !== undefined && segment.run === parent.segment?.run;
    const node = this.create({
      parent,
      segment,
      tokens: parent.tokens + segment.tokens,
      position: parent.position + (isSamePosition ? 0 : 1),
      depth: parent.depth + 1,
      isPartlyUnseen: parent.isPartlyUnseen || segment.kind === "opaque",
    });
    this.adopt(parent, segment, node);
    return node;
  }

  /** The same without making one: null where no prompt went this way. */
  find(parent: PrefixNode, segment: Segment): PrefixNode | null {
    const eldest = this.eldest[parent.number];
    if (eldest === undefined) return null;
    if (isSame(parent, eldest.segment as Segment, segment)) return eldest;
    return this.younger.get(parent)?.get(childKey(parent, segment)) ?? null;
  }

  private adopt(parent: PrefixNode, segment: Segment, node: PrefixNode) {
    if (this.eldest[parent.number] === undefined) {
      this.eldest[parent.number] = node;
      return;
    }
    const siblings = this.younger.get(parent) ?? new Map<string, PrefixNode>();
    this.younger.set(parent, siblings.set(childKey(parent, segment), node));
  }

  /** The node of a whole list of segments. */
  path(scope: string, segments: readonly Segment[]): PrefixNode {
    return segments.reduce((node, segment) => this.extend(node, segment), this.root(scope));
  }

  private create(draft: Omit<PrefixNode, "number">): PrefixNode {
    const { parent, segment, tokens, position, depth, isPartlyUnseen } = draft;
    const number = this.count;
    this.count += 1;
    return { number, parent, segment, tokens, position, depth, isPartlyUnseen };
  }
}

/** A block that goes on with a message is not the same as one that begins another. */
const startsMessage = (parent: PrefixNode, { message }: Segment): boolean =>
  message === undefined || message !== parent.segment?.message;

const isSame = (parent: PrefixNode, one: Segment, other: Segment): boolean =>
  one.hash === other.hash &&
  one.kind === other.kind &&
  one.role === other.role &&
  startsMessage(parent, one) === startsMessage(parent, other);

/** Equal exactly for segments that are the same behind this parent. */
const childKey = (parent: PrefixNode, segment: Segment): string =>
  `${segment.kind}${startsMessage(parent, segment) ? "+" : "&"}${segment.role ?? ""}:${segment.hash}`;

/** From the node up to, and without, the root. */
export function* ancestors(node: PrefixNode): Generator<PrefixNode> {
  for (let at: PrefixNode = node; at.parent !== null; at = at.parent) yield at;
}

/** The segments of a prompt in order: for showing one, not for comparing many. */
export function segmentsOf(node: PrefixNode): Segment[] {
  return [...ancestors(node)].map((entry) => entry.segment as Segment).reverse();
}

/**
 * The deepest node that both prompts have; null when they differ from the start (or in scope). A node is younger than
 * its parent, so the younger of the two cannot be in both: time is that of what is not shared.
 */
export function commonPrefix(left: PrefixNode, right: PrefixNode): PrefixNode | null {
  let one: PrefixNode | null = left;
  let other: PrefixNode | null = right;
  while (one !== other) {
    if (one === null || other === null) return null;
    if (one.number > other.number) one = one.parent;
    else other = other.parent;
  }
  return one === null || one.parent === null ? null : one;
}
