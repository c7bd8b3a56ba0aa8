import { apportion } from "../ledger/apportion";
import type { TokenLedger } from "../ledger/build-token-ledger";
import type { CapturedPrompts, Session } from "../transcript/session";
import { opaqueSegment } from "./part-segment";
import type { PrefixNode, PrefixTree, Segment } from "./prefix-tree";
import type { PromptMark, PromptPrefix } from "./prompt-prefix";
import type { ModelRequest } from "./reconstruct-requests";

const HASH = "captured:";

/** Index in `CapturedPrompts.texts` of a captured segment's text; null for other segments. */
export const capturedText = ({ hash }: Pick<Segment, "hash">): number | null =>
  hash.startsWith(HASH) ? Number(hash.slice(HASH.length)) : null;

/** Each block's node, by block index. One map per model, because each model has its own cache. */
type Laid = Map<number, PrefixNode>;

/**
 * Returns a function to call for each captured request in order: its prompt as sent, block by block, with the cache
 * marks. Tokens by which the reported prompt exceeds its known prefix are split among its new blocks by size.
 */
export function capturedPrefixes(
  session: Session & { readonly captured: CapturedPrompts },
  ledger: TokenLedger,
  tree: PrefixTree,
): (request: ModelRequest) => PromptPrefix {
  const segments = segmentsOf(session.captured, ledger);
  const laidOf = new Map<string, Laid>();
  return (request) => {
    const model = request.model ?? "";
    const root = tree.root(model);
    const laid: Laid = laidOf.get(model) ?? new Map([[-1, root]]);
    laidOf.set(model, laid);
    const prompt = session.responses[request.index]?.prompt ?? { leaf: -1, head: -1, marks: [] };
    const leaf = layPrompt(tree, session.captured, segments, laid, prompt.leaf, request);
    const marks = prompt.marks.flatMap(({ block, ttl }): PromptMark[] => {
      const node = laid.get(block);
      return node === undefined || node.tokens > leaf.tokens ? [] : [{ node, ttl }];
    });
    return { leaf, head: laid.get(prompt.head) ?? root, answer: null, marks: marks.length > 0 ? marks : null };
  };
}

function segmentsOf({ blocks }: CapturedPrompts, ledger: TokenLedger): Segment[] {
  return blocks.map(({ parent, parts, text, message, ...block }) => {
    const sizes = parts?.map((id) => ledger.parts.get(id)?.tokens ?? 0) ?? [ledger.captured[text] ?? 0];
    const tokens = block.kind === "parameters" ? 0 : sizes.reduce((sum, size) => sum + size, 0);
    return {
      ...block,
      ...(message !== undefined && message === blocks[parent]?.message && { continues: true }),
      hash: `${HASH}${text}`,
      tokens: Math.max(1, tokens),
    };
  });
}

/** Adds a prompt to the tree, from the deepest existing block that leaves tokens for the rest. */
function layPrompt(
  tree: PrefixTree,
  { blocks }: CapturedPrompts,
  segments: readonly Segment[],
  laid: Laid,
  last: number,
  { promptTokens: { tokens }, index }: ModelRequest,
): PrefixNode {
  const fresh: number[] = [];
  let at = last;
  while (at !== -1 && (laid.get(at)?.tokens ?? Number.POSITIVE_INFINITY) > tokens) {
    fresh.push(at);
    at = blocks[at]?.parent ?? -1;
  }
  let node = laid.get(at) as PrefixNode;
  const room = tokens - node.tokens;
  const first = fresh.length === 0 ? undefined : segments[fresh.at(-1) as number];
  // A placeholder separates known bytes from an earlier copy with another size, and represents growth without new
  // bytes.
  const needsPlaceholder = first === undefined ? room > 0 : tree.find(node, first) !== null;
  if (needsPlaceholder) node = tree.extend(node, opaqueSegment(`request ${index + 1}`, first === undefined ? room : 0));
  const own = fresh.reverse();
  const shares = apportion(
    first === undefined ? 0 : room,
    own.map((block) => segments[block]?.tokens ?? 1),
  );
  own.forEach((block, position) => {
    node = tree.extend(node, { ...(segments[block] as Segment), tokens: shares[position] as number });
    laid.set(block, node);
  });
  return node;
}
