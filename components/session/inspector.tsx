import { RequestComments } from "@/components/comments/request-comments";
import type { Comments } from "@/components/comments/use-comments";
import type { CountingSummary } from "@/lib/api/schemas/session";
import type { PartRow } from "../../lib/api/schemas/message-row";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { InspectorBreak } from "./inspector-break";
import { InspectorCache } from "./inspector-cache";
import { InspectorComposition } from "./inspector-composition";
import { InspectorPart } from "./inspector-part";
import { LogGaps } from "./log-gaps";

export type InspectorProps = {
  sessionId: string;
  row: RequestRow;
  position: number;
  window: number | null;
  part: PartRow | null;
  /** Absent for sessions that were imported before this was measured. */
  counting?: CountingSummary | undefined;
  /** The log reports nothing about its cache, and the Cache tab shows a simulated one. */
  isCacheSimulated: boolean;
  comments: Comments;
  isWriting: boolean;
  onWriting: (isWriting: boolean) => void;
};

/** Shows why the request's cache broke, everything else about the request, then about the selected part. */
export function Inspector(props: InspectorProps) {
  const { sessionId, row, position, window, part, counting, isCacheSimulated } = props;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {row.break ? <InspectorBreak found={row.break} index={row.index} /> : null}
      <RequestComments
        comments={props.comments}
        position={position}
        isWriting={props.isWriting}
        onWriting={props.onWriting}
      />
      <InspectorComposition row={row} position={position} window={window} counting={counting} />
      <LogGaps row={row} />
      <InspectorCache row={row} isSimulated={isCacheSimulated} />
      {part ? <InspectorPart sessionId={sessionId} part={part} promptTokens={row.prompt_tokens} /> : null}
    </div>
  );
}
