import { apportion } from "../ledger/apportion";
import type { TokenLedger } from "../ledger/build-token-ledger";
import type { ContentKind } from "../ledger/content-kind";
import type { Analysis } from "../pipeline/analyze-session";
import { type LeftOut, sumLeftOut } from "../requests/left-out";
import { opaqueSegment } from "../requests/part-segment";
import { type PrefixNode, PrefixTree } from "../requests/prefix-tree";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { segmenterFor } from "../requests/session-segments";

/**
 * Tolerance in tokens. If a path has this many more hidden tokens than the log lacks, it hides parts that
 * the log contains.
 */
const SLACK = 64;

/** The path built for an agent's last request. */
type Own = {
  readonly leaf: PrefixNode;
  readonly step: Step;
  readonly unseen: number;
  readonly leftOut: LeftOut;
};
type Step = TokenLedger["steps"][number];

/**
 * The end of each prompt, as a path of its content. The analysis' paths show what two prompts share. A path of a prompt
 * that shrank, such as a compaction's call, may have a placeholder for parts that are in the log. Such a prompt gets a
 * separate path, which the agent's next requests extend while they only add to it.
 */
export function sentPaths({
  session,
  ledger,
  requests,
  prefixes,
}: Omit<Analysis, "cache">): (request: ModelRequest) => PrefixNode {
  const segmenter = segmenterFor(ledger, session);
  const tree = new PrefixTree();
  const lastOf = new Map<string, Own>();
  const hidden = hiddenTokens();
  const pathIn = (request: ModelRequest): PrefixNode => {
    const { leaf } = prefixes[request.index] as (typeof prefixes)[number];
    const isSent = session.responses[request.index]?.prompt !== undefined;
    const { composition, leftOut } = request;
    const isWhole = sumLeftOut(leftOut) === 0 && hidden(leaf) <= composition.unseen + SLACK;
    return isSent || isWhole ? leaf : pathOf(request);
  };
  const leaves = new Map(requests.map((request) => [request.index, pathIn(request)]));
  return ({ index }) => leaves.get(index) as PrefixNode;

  function pathOf({ index, agent, model, promptTokens: { tokens }, composition, leftOut }: ModelRequest): PrefixNode {
    const { unseen } = composition;
    const step = ledger.steps[index] as Step;
    const key = `${agent}\n${model}`;
    const last = lastOf.get(key);
    const goesOn = last !== undefined && isSame(last.leftOut, leftOut) && isContinued(last, step, tokens, unseen);
    const shareOf = goesOn ? () => 1 : sentShares(composition, leftOut);
    const from = goesOn ? last.leaf : tree.root(`${index}`);
    const shown = [
      ...(agent === "main" && !goesOn ? segmenter.tools : []),
      ...segmenter.messages(agent, goesOn ? last.step.end : step.start, step.end, step),
    ];
    const room = tokens - from.tokens;
    const hasSize = shown.some((segment) => segment.tokens > 0);
    const hidden = hasSize ? unseen - (goesOn ? last.unseen : 0) : room;
    const sizes = apportion(
      room - hidden,
      shown.map(({ id, tokens: size }) => size * shareOf(ledger.parts.get(id)?.kind)),
    );
    const leaf = [
      opaqueSegment(`request ${index + 1}`, hidden),
      ...shown.map((segment, at) => ({ ...segment, tokens: sizes[at] as number })),
    ].reduce((node, segment) => tree.extend(node, segment), from);
    lastOf.set(key, { leaf, step, unseen, leftOut });
    return leaf;
  }
}

const isSame = (one: LeftOut, other: LeftOut): boolean =>
  one.reasoning === other.reasoning && one.tool_result === other.tool_result;

/** The share of the logged tokens that the client sent, by kind. */
function sentShares(composition: ModelRequest["composition"], leftOut: LeftOut) {
  const share = (sent: number, left: number) => (left === 0 ? 1 : sent / (sent + left));
  const [reasoning, results] = [
    share(composition.reasoning, leftOut.reasoning),
    share(composition.tool_result, leftOut.tool_result),
  ];
  return (kind: ContentKind | undefined): number =>
    kind === "reasoning" ? reasoning : kind === "tool_result" ? results : 1;
}

/** Whether a prompt only adds to the previous one, in logged and unlogged content. */
const isContinued = ({ leaf, step: last, unseen: known }: Own, step: Step, tokens: number, unseen: number): boolean =>
  last.start === step.start &&
  last.end <= step.end &&
  last.gaps === step.gaps &&
  last.clearedToolCallIds === step.clearedToolCallIds &&
  known <= unseen &&
  leaf.tokens + (unseen - known) <= tokens;

/** Unknown tokens of a path; each node is computed once. */
function hiddenTokens(): (leaf: PrefixNode) => number {
  const sums = new Map<PrefixNode, number>();
  return (leaf) => {
    const fresh: PrefixNode[] = [];
    let node = leaf;
    for (; node.parent !== null && !sums.has(node); node = node.parent) fresh.push(node);
    let sum = sums.get(node) ?? 0;
    for (const at of fresh.reverse()) {
      if (at.segment?.kind === "opaque") sum += at.segment.tokens;
      sums.set(at, sum);
    }
    return sum;
  };
}
