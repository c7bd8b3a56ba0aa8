import type { TokenLedger } from "../ledger/build-token-ledger";
import { CONTENT_KINDS, type ContentKind, emptyComposition } from "../ledger/content-kind";
import type { CapturedBlock, CapturedPrompt, CapturedPrompts } from "../transcript/session";

/** The tokens of a prompt by kind: those anchored to reported growth, and those only counted here. */
export type ExactSums = {
  readonly anchored: Readonly<Record<ContentKind, number>>;
  readonly counted: Readonly<Record<ContentKind, number>>;
};

/** Per kind, the tokens up to and including each block. */
type Running = Readonly<Record<ContentKind, Float64Array>>;

/**
 * A function from a prompt as it was sent to its tokens by kind; O(kinds) per prompt. null if the importer does not say
 * which parts the blocks are: the parts then tell more kinds than the blocks do.
 */
export function capturedSums(
  captured: CapturedPrompts,
  ledger: TokenLedger,
): ((prompt: CapturedPrompt) => ExactSums) | null {
  const { blocks } = captured;
  if (!blocks.some(({ parts }) => parts !== undefined)) return null;
  const anchored = runningOf(blocks.length);
  const counted = runningOf(blocks.length);
  blocks.forEach((block, index) => {
    for (const running of [anchored, counted])
      for (const kind of CONTENT_KINDS)
        running[kind][index] = block.parent === -1 ? 0 : (running[kind][block.parent] as number);
    for (const { kind, tokens, isAnchored } of countsOf(block, ledger)) {
      const sums = (isAnchored ? anchored : counted)[kind];
      sums[index] = (sums[index] as number) + tokens;
    }
  });
  return ({ leaf }) => ({ anchored: at(anchored, leaf), counted: at(counted, leaf) });
}

type Count = { readonly kind: ContentKind; readonly tokens: number; readonly isAnchored: boolean };

/** Parameters change a prompt and have no text in it. */
function countsOf(block: CapturedBlock, ledger: TokenLedger): Count[] {
  const { kind, parts, text } = block;
  if (kind === "parameters") return [];
  if (kind !== "message" || parts === undefined)
    return [{ kind: kindOfBlock(block), tokens: ledger.captured[text] ?? 0, isAnchored: false }];
  return parts.flatMap((id) => {
    const part = ledger.parts.get(id);
    if (part === undefined) return [];
    const isAnchored = part.basis === "anchored";
    return [{ kind: part.kind, tokens: isAnchored ? part.tokens : part.estimate, isAnchored }];
  });
}

function kindOfBlock({ kind, run, role }: CapturedBlock): ContentKind {
  if (kind === "tools") return "tools";
  if (kind === "system" || role === "system") return "system";
  if (run !== undefined) return run === "tool-call" ? "tool_call" : "tool_result";
  return role === "assistant" ? "assistant" : "user";
}

const runningOf = (size: number): Running =>
  Object.fromEntries(CONTENT_KINDS.map((kind) => [kind, new Float64Array(size)])) as Record<ContentKind, Float64Array>;

function at(running: Running, index: number): Record<ContentKind, number> {
  const sums = emptyComposition();
  for (const kind of CONTENT_KINDS) sums[kind] = running[kind][index] ?? 0;
  return sums;
}
