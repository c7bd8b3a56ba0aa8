import type { TokenLedger } from "../ledger/build-token-ledger";
import type { Gap } from "../transcript/prompt-spans";
import type { Session } from "../transcript/session";
import { capturedPrefixes } from "./captured-prefixes";
import { fitPath } from "./fit-path";
import { opaqueSegment } from "./part-segment";
import { ancestors, type PrefixNode, PrefixTree, type Segment } from "./prefix-tree";
import type { PromptPrefix } from "./prompt-prefix";
import type { ModelRequest } from "./reconstruct-requests";
import { createSegmenter, type Segmenter } from "./session-segments";

/** The state of one chain: the requests of one agent to one model so far. */
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
 * model) extends the last path, so a session takes one pass over its parts; after a compaction or cleared results the path
 * starts again at the opening. A path always sums to its prompt's tokens (see `fitPath`). Captured bodies are used as sent.
 */
export function promptPrefixes(
  session: Session,
  ledger: TokenLedger,
  requests: readonly ModelRequest[],
  tree = new PrefixTree(),
): PromptPrefix[] {
  const { captured, responses } = session;
  const asSent = captured && capturedPrefixes({ ...session, captured }, ledger, tree);
  const segmenter = createSegmenter(session, ledger);
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
  else chain.segments = behind(chain.opening, leaf);
  if (!isContinued || added === null) chain.head = endOfSystem(headOf(chain.opening, leaf), chain.segments, tree);
  Object.assign(chain, { leaf, start: step.start, end: step.end, gaps: step.gaps, cleared });
  return { leaf, head: chain.head, answer: isContinued ? answer : null, marks: null };
}

/** The opening, or the root if the path does not contain it: such a prompt has another opening, which the log does not show. */
function headOf(opening: PrefixNode, leaf: PrefixNode): PrefixNode {
  let node = leaf;
  while (node !== opening && node.parent !== null) node = node.parent;
  return node;
}

function behind(opening: PrefixNode, leaf: PrefixNode): Segment[] {
  const segments: Segment[] = [];
  for (const node of ancestors(leaf)) {
    if (node === opening) break;
    segments.push(node.segment as Segment);
  }
  return segments.reverse();
}

/** The end of the system messages, which come directly after the opening. */
function endOfSystem(opening: PrefixNode, segments: readonly Segment[], tree: PrefixTree): PrefixNode {
  let end = opening;
  for (const segment of segments) {
    if (segment.kind !== "system") break;
    end = tree.extend(end, segment);
  }
  return end;
}
