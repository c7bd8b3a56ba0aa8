import { apportion } from "../ledger/apportion";
import type { TokenLedger } from "../ledger/build-token-ledger";
import type { Analysis } from "../pipeline/analyze-session";
import { opaqueSegment } from "../requests/part-segment";
import { type PrefixNode, PrefixTree } from "../requests/prefix-tree";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { createSegmenter } from "../requests/session-segments";

/** More tokens of a path than this, beyond the log's missing ones, represent parts that it holds. */
const SLACK = 64;

/**
 * The end of each prompt as a path of its content. The analysis' paths show what two prompts share; one that shrank,
 * such as a compaction's call, may have a placeholder for parts that the log holds. It gets a separate path.
 */
export function sentPaths({
  session,
  ledger,
  requests,
  prefixes,
}: Omit<Analysis, "cache">): (request: ModelRequest) => PrefixNode {
  const segmenter = createSegmenter(session, ledger);
  const tree = new PrefixTree();
  const hidden = hiddenTokens();
  const leaves = requests.map((request) => {
    const { leaf } = prefixes[request.index] as (typeof prefixes)[number];
    const isSent = session.responses[request.index]?.prompt !== undefined;
    const { unseen } = request.composition;
    return isSent || hidden(leaf) <= unseen + SLACK ? leaf : pathOf(request);
  });
  return ({ index }) => leaves[index] as PrefixNode;

  function pathOf({ index, agent, promptTokens: { tokens }, composition: { unseen } }: ModelRequest): PrefixNode {
    const step = ledger.steps[index] as TokenLedger["steps"][number];
    const shown = [
      ...(agent === "main" ? segmenter.tools : []),
      ...segmenter.messages(agent, step.start, step.end, step),
    ];
    const sizes = apportion(
      tokens - unseen,
      shown.map((segment) => segment.tokens),
    );
    return tree.path(`${index}`, [
      opaqueSegment(`request ${index + 1}`, unseen),
      ...shown.map((segment, at) => ({ ...segment, tokens: sizes[at] as number })),
    ]);
  }
}

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
