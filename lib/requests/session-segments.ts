import { onceFor } from "../conversation/once-for";
import { apportion } from "../ledger/apportion";
import type { TokenLedger } from "../ledger/build-token-ledger";
import { CLEARED_RESULT_TEXT, CLEARED_RESULT_TOKENS } from "../transcript/context-at";
import { type Gap, inPromptOrder, outsideGaps, type PromptSpan } from "../transcript/prompt-spans";
import type { Session, SessionMessage } from "../transcript/session";
import { hashText } from "./hash-text";
import { partSegment, toolBytes, toolSegment } from "./part-segment";
import type { Segment } from "./prefix-tree";

/** A span's effect on its messages, in thread positions. */
export type Stretch = {
  readonly clearedToolCallIds: ReadonlySet<string>;
  readonly gaps: Gap | null;
} & Pick<PromptSpan, "lead">;

/** Makes the segments of a session's parts, one per part. */
export type Segmenter = {
  readonly tools: readonly Segment[];
  /**
   * Segments of thread positions [from, to) of an agent without the gaps; cleared results have the size of their
   * replacement text.
   */
  messages(agent: string, from: number, to: number, span: Stretch): Segment[];
  /** The same segments with these results cleared. */
  clear(segments: readonly Segment[], cleared: ReadonlySet<string>): Segment[];
};

/** One per ledger, because every text of the session is hashed. */
export const segmenterFor = onceFor((ledger: TokenLedger, session: Session): Segmenter => {
  const segments = new Map<string, Segment>();
  const callOfPart = new Map<string, string>();
  const segmentOf = (part: SessionMessage["parts"][number], message: SessionMessage): Segment => {
    const known = segments.get(part.id);
    if (known) return known;
    const segment = partSegment(part, message, ledger.parts.get(part.id)?.tokens ?? 0);
    segments.set(part.id, segment);
    if (part.type === "tool-result") callOfPart.set(part.id, part.toolCallId);
    return segment;
  };
  const clear = (list: readonly Segment[], cleared: ReadonlySet<string>) =>
    cleared.size === 0 ? [...list] : list.map((segment) => clearSegment(segment, callOfPart, cleared));
  return {
    tools: toolSegments(session, ledger),
    clear,
    messages(agent, from, to, span) {
      const isIn = outsideGaps(span.gaps);
      const thread = ledger.threads.get(agent)?.messages.slice(from, to) ?? [];
      const told = thread.flatMap((message, offset) =>
        isIn(from + offset) ? [{ message, position: from + offset }] : [],
      );
      return clear(
        inPromptOrder(told, span, ({ position }) => position).flatMap(({ message }) =>
          message.parts.map((part) => segmentOf(part, message)),
        ),
        span.clearedToolCallIds,
      );
    },
  };
});

function clearSegment(segment: Segment, calls: ReadonlyMap<string, string>, cleared: ReadonlySet<string>): Segment {
  const call = calls.get(segment.id);
  if (call === undefined || !cleared.has(call)) return segment;
  const hash = hashText(`cleared\n${call}\n${CLEARED_RESULT_TEXT}`);
  return { ...segment, hash, tokens: Math.min(segment.tokens, CLEARED_RESULT_TOKENS) };
}

/** The ledger counts all definitions together; each gets a share by length. */
function toolSegments({ tools }: Session, ledger: TokenLedger): Segment[] {
  const shares = apportion(
    ledger.tools.tokens,
    tools.map((tool) => toolBytes(tool).length),
  );
  return tools.map((tool, index) => toolSegment(tool, shares[index] as number));
}
