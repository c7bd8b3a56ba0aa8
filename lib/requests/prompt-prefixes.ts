import { apportion } from "../ledger/apportion";
import type { TokenLedger } from "../ledger/build-token-ledger";
import type { Gap } from "../transcript/prompt-spans";
import type { Session } from "../transcript/session";
import { capturedPrefixes } from "./captured-prefixes";
import { editedSegment, opaqueSegment } from "./part-segment";
import { type PrefixNode, PrefixTree, type Segment, segmentsAfter } from "./prefix-tree";
import type { PromptPrefix } from "./prompt-prefix";
import type { ModelRequest } from "./reconstruct-requests";
import { type Segmenter, segmenterFor } from "./session-segments";

/** A chain's state: the requests of one agent to one model so far. */
type Chain = {
  readonly opening: PrefixNode;
  head: PrefixNode;
  leaf: PrefixNode;
  /** The segments after the opening, with placeholders; cleared results are replaced in them. */
  segments: Segment[];
  start: number;
  end: number;
  gaps: Gap | null;
  cleared: ReadonlySet<string>;
};

/**
 * The prompt of every request as a path of segments, one scope per model. A request that continues its chain (agent and
 * model) extends the last path, so a session takes one pass over its parts; after a compaction or cleared results the
 * path starts again at the opening. A path always adds up to its prompt's tokens (see `fitPath`). Captured bodies are
 * used as sent.
 */
export function promptPrefixes(
  session: Session,
  ledger: TokenLedger,
  requests: readonly ModelRequest[],
  tree = new PrefixTree(),
): PromptPrefix[] {
  const { captured, responses } = session;
  const asSent = captured && capturedPrefixes({ ...session, captured }, ledger, tree);
  const segmenter = segmenterFor(ledger, session);
  const chains = new Map<string, Chain>();
  return requests.map((request) => {
    const isSent = responses[request.index]?.prompt !== undefined;
    if (asSent && (isSent || !captured?.isPartial)) return asSent(request);
    const key = `${request.agent}\n${request.model ?? ""}`;
    const known = chains.get(key);
    const chain = known ?? openChain(request, segmenter, tree);
    chains.set(key, chain);
    return addPrompt(request, ledger.steps[request.index] as Step, chain, known !== undefined, segmenter, tree);
  });
}

type Step = TokenLedger["steps"][number];

function openChain(request: ModelRequest, segmenter: Segmenter, tree: PrefixTree): Chain {
  const { unseen } = request.composition;
  const opening = [
    ...(request.agent === "main" ? segmenter.tools : []),
    ...(unseen > 0 ? [opaqueSegment(`head of ${request.agent}`, unseen)] : []),
  ];
  const leaf = tree.path(request.model ?? "", opening);
  return { opening: leaf, head: leaf, leaf, segments: [], start: 0, end: 0, gaps: null, cleared: new Set() };
}

function addPrompt(
  request: ModelRequest,
  step: Step,
  chain: Chain,
  isKnown: boolean,
  segmenter: Segmenter,
  tree: PrefixTree,
): PromptPrefix {
  const isSameStart = isKnown && chain.start === step.start && chain.end <= step.end && chain.gaps === step.gaps;
  const isContinued = isSameStart && chain.cleared.size === step.clearedToolCallIds.size;
  const { clearedToolCallIds: cleared } = step;
  const fresh = segmenter.messages(step.agent, isSameStart ? chain.end : step.start, step.end, step);
  const before = isContinued ? [] : isSameStart ? segmenter.clear(chain.segments, cleared) : [];
  const { leaf, answer, added } = fitPath(tree, {
    from: isContinued ? chain.leaf : chain.opening,
    opening: chain.opening,
    fresh: [...before, ...fresh],
    tokens: request.promptTokens.tokens,
    name: `request ${request.index + 1}`,
    isContinued,
  });
  if (isContinued && added !== null) for (const segment of added) chain.segments.push(segment);
  else chain.segments = segmentsAfter(chain.opening, leaf);
  if (!isContinued || added === null) chain.head = endOfSystem(headOf(chain.opening, leaf), chain.segments, tree);
  Object.assign(chain, { leaf, start: step.start, end: step.end, gaps: step.gaps, cleared });
  return { leaf, head: chain.head, answer: isContinued ? answer : null, marks: null };
}

/**
 * The opening, or the root if the path does not contain it. Such a prompt has a different opening, which is not in the
 * log.
 */
function headOf(opening: PrefixNode, leaf: PrefixNode): PrefixNode {
  let node = leaf;
  while (node !== opening && node.parent !== null) node = node.parent;
  return node;
}

/** The end of the system messages, which directly follow the opening. */
function endOfSystem(opening: PrefixNode, segments: readonly Segment[], tree: PrefixTree): PrefixNode {
  let end = opening;
  for (const segment of segments) {
    if (segment.kind !== "system") break;
    end = tree.extend(end, segment);
  }
  return end;
}

type Fit = {
  readonly from: PrefixNode;
  /** The end of the opening, which is kept while it fits in the prompt. */
  readonly opening: PrefixNode;
  readonly fresh: readonly Segment[];
  /** The tokens that the whole path must sum to. */
  readonly tokens: number;
  readonly name: string;
  readonly isContinued: boolean;
};

type FittedPath = {
  readonly leaf: PrefixNode;
  /** The node after the assistant's segments at the front of `fresh`; null if there are none. */
  readonly answer: PrefixNode | null;
  /** The segments added after `from`; null if the path had to be shortened to a place before `from`. */
  readonly added: readonly Segment[] | null;
};

/**
 * Extends a path by the visible segments so that it sums to the prompt's tokens exactly:
 *
 *     already in the tree   the same prompt was sent before: its nodes are shared, with the tokens they have
 *     too little visible    an opaque segment after the answer takes the rest (clients add text with the new input)
 *     too much visible      the new segments are scaled down: their estimates were too high
 *     a prompt that shrank  the path is shortened as far as necessary: something near its end was edited or removed
 */
function fitPath(tree: PrefixTree, fit: Fit): FittedPath {
  const answers = fit.isContinued ? leadingAnswers(fit.fresh) : 0;
  const shared = descend(tree, fit, answers);
  const rest = fit.fresh.slice(shared.count);
  if (fit.tokens < shared.node.tokens) return shorten(tree, fit, shared.node, rest);
  const room = fit.tokens - shared.node.tokens;
  const segments = sum(rest) > room ? shrink(rest, room) : rest;
  const split = Math.max(0, answers - shared.count);
  const placeholder = placeholderOf(fit.name, room - sum(segments));
  const laid = [...segments.slice(0, split), ...placeholder, ...segments.slice(split)];
  // The tree has these bytes with a size that does not fit here; an empty placeholder separates the two.
  const [first] = laid;
  const isTaken = first !== undefined && tree.find(shared.node, first) !== null;
  const added = isTaken ? [opaqueSegment(fit.name, 0), ...laid] : laid;
  const end = extendBy(tree, shared.node, added, isTaken && split > 0 ? split + 1 : split);
  return {
    leaf: end.leaf,
    answer: shared.answer ?? end.answer,
    added: [...fit.fresh.slice(0, shared.count), ...added],
  };
}

function descend(tree: PrefixTree, { from, fresh, tokens }: Fit, answers: number) {
  let node = from;
  let answer: PrefixNode | null = null;
  let count = 0;
  for (const segment of fresh) {
    const next = tree.find(node, segment);
    if (next === null || next.tokens > tokens) break;
    node = next;
    count += 1;
    if (count === answers) answer = node;
  }
  return { node, answer, count };
}

function extendBy(tree: PrefixTree, base: PrefixNode, added: readonly Segment[], answers: number) {
  let leaf = base;
  let answer: PrefixNode | null = null;
  added.forEach((segment, index) => {
    leaf = tree.extend(leaf, segment);
    if (index + 1 === answers) answer = leaf;
  });
  return { leaf, answer };
}

/**
 * Goes back to the deepest node that leaves room for the new segments; a prompt smaller than its opening starts at the
 * root.
 */
function shorten(tree: PrefixTree, { opening, tokens, name }: Fit, from: PrefixNode, rest: readonly Segment[]) {
  const size = sum(rest);
  let node = from;
  while (node !== opening && node.parent !== null && node.tokens > tokens - size) node = node.parent;
  while (node.parent !== null && node.tokens > tokens) node = node.parent;
  const room = tokens - node.tokens;
  const segments = size > room ? shrink(rest, room) : rest;
  // Even an empty placeholder separates the edited prompt from its original.
  const added = [editedSegment(name, room - sum(segments)), ...segments];
  return { leaf: extendBy(tree, node, added, 0).leaf, answer: null, added: null };
}

const placeholderOf = (name: string, tokens: number) => (tokens > 0 ? [opaqueSegment(name, tokens)] : []);

function leadingAnswers(segments: readonly Segment[]): number {
  const end = segments.findIndex((segment) => segment.role !== "assistant");
  return end === -1 ? segments.length : end;
}

const sum = (segments: readonly Segment[]) => segments.reduce((all, segment) => all + segment.tokens, 0);

function shrink(segments: readonly Segment[], tokens: number): Segment[] {
  const shares = apportion(
    tokens,
    segments.map((segment) => segment.tokens),
  );
  return segments.map((segment, index) => ({ ...segment, tokens: shares[index] as number }));
}
