import type { Role } from "../conversation/message";

/** `opaque`: in the prompt but not in the log, such as a client's tools and system text and injected reminders. */
type SegmentKind = "tools" | "system" | "parameters" | "message" | "opaque";

/**
 * The smallest unit that a prompt cache distinguishes: a tool definition, a system block, or a content block of a
 * message.
 */
export type Segment = {
  /** A name for display: a part id, a tool's name, or a generated one. */
  readonly id: string;
  readonly kind: SegmentKind;
  /** Hash of the segment's logged bytes, with keys in logged order. */
  readonly hash: string;
  readonly tokens: number;
  readonly role?: Role;
  /** Set for a content block that follows another block of its message; otherwise a segment begins a message. */
  readonly continues?: true;
  /** Consecutive tool calls, or consecutive results, count as one position in Anthropic's look-back. */
  readonly run?: "tool-call" | "tool-result";
};

/**
 * A prompt as the path from the root to a node. Two prompts share a node if and only if everything up to and
 * including its segment is equal, so two prefixes are compared by node identity.
 */
export type PrefixNode = {
  /** In creation order, from 0; dense over all scopes of a tree. */
  readonly number: number;
  readonly parent: PrefixNode | null;
  /** null for the root of a scope. */
  readonly segment: Segment | null;
  /** Tokens of the prompt up to and including this segment. */
  readonly tokens: number;
  /** Anthropic's look-back positions up to and including this segment. */
  readonly position: number;
  /** Number of segments up to and including this one. */
  readonly depth: number;
  /** Whether this segment, or an earlier one, is not in the log. */
  readonly isPartlyNotInLog: boolean;
};

/** A tree of prompts in which common prefixes share nodes. One root per scope, because caches are kept per scope. */
export class PrefixTree {
  private readonly roots = new Map<string, PrefixNode>();
  /** First children, by parent number. Nearly all nodes have a single child, so few need a map. */
  private readonly eldest: (PrefixNode | undefined)[] = [];
  private readonly younger = new Map<PrefixNode, Map<string, PrefixNode>>();
  private count = 0;

  root(scope: string): PrefixNode {
    const known = this.roots.get(scope);
    if (known) return known;
    const root = this.create({
      parent: null,
      segment: null,
      tokens: 0,
      position: 0,
      depth: 0,
      isPartlyNotInLog: false,
    });
    this.roots.set(scope, root);
    return root;
  }

  /** The node after `parent` for this segment. An existing one keeps the token count of the segment that created it. */
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
      isPartlyNotInLog: parent.isPartlyNotInLog || segment.kind === "opaque",
    });
    this.adopt(parent, segment, node);
    return node;
  }

  /** The existing node after `parent` for this segment; null if there is none. */
  find(parent: PrefixNode, segment: Segment): PrefixNode | null {
    const eldest = this.eldest[parent.number];
    if (eldest === undefined) return null;
    if (isSame(eldest.segment as Segment, segment)) return eldest;
    return this.younger.get(parent)?.get(childKey(segment)) ?? null;
  }

  private adopt(parent: PrefixNode, segment: Segment, node: PrefixNode) {
    if (this.eldest[parent.number] === undefined) {
      this.eldest[parent.number] = node;
      return;
    }
    const siblings = this.younger.get(parent) ?? new Map<string, PrefixNode>();
    this.younger.set(parent, siblings.set(childKey(segment), node));
  }

  /** The node at the end of a list of segments. */
  path(scope: string, segments: readonly Segment[]): PrefixNode {
    return segments.reduce((node, segment) => this.extend(node, segment), this.root(scope));
  }

  private create(draft: Omit<PrefixNode, "number">): PrefixNode {
    const { parent, segment, tokens, position, depth, isPartlyNotInLog } = draft;
    const number = this.count;
    this.count += 1;
    return { number, parent, segment, tokens, position, depth, isPartlyNotInLog };
  }
}

/** A block continuing a message differs from one beginning a new message. */
const isSame = (one: Segment, other: Segment): boolean =>
  one.hash === other.hash && one.kind === other.kind && one.role === other.role && one.continues === other.continues;

/** Two segments have the same key if and only if `isSame` returns true for them. */
const childKey = (segment: Segment): string =>
  `${segment.kind}${segment.continues ? "&" : "+"}${segment.role ?? ""}:${segment.hash}`;

/** The node and its ancestors, without the root. */
export function* ancestors(node: PrefixNode): Generator<PrefixNode> {
  for (let at: PrefixNode = node; at.parent !== null; at = at.parent) yield at;
}

/** A prompt's segments in order. Linear in the prompt, so it suits showing one prompt but not comparing many. */
export const segmentsOf = (node: PrefixNode): Segment[] => segmentsAfter(null, node);

/** The segments of a prompt after one of its nodes; all segments if the node is null. */
export function segmentsAfter(node: PrefixNode | null, leaf: PrefixNode): Segment[] {
  const segments: Segment[] = [];
  for (const entry of ancestors(leaf)) {
    if (entry === node) break;
    segments.push(entry.segment as Segment);
  }
  return segments.reverse();
}

/**
 * The deepest node shared by both prompts; null if they differ from the start or have different scopes. A node has a
 * higher number than its parent, so the higher of two different nodes is not shared. Linear in the segments not shared.
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
