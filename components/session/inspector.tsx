import type { CountingSummary } from "@/lib/api/schemas/session";
import type { PartRow } from "../../lib/api/schemas/message-row";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { InspectorBreak } from "./inspector-break";
import { InspectorCache } from "./inspector-cache";
import { InspectorComposition } from "./inspector-composition";
import { InspectorPart } from "./inspector-part";

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
};

/** Shows why the request's cache broke, everything else about the request, then about the selected part. */
export function Inspector({ sessionId, row, position, window, part, counting, isCacheSimulated }: InspectorProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {row.break ? <InspectorBreak found={row.break} /> : null}
      <InspectorComposition row={row} position={position} window={window} counting={counting} />
      <InspectorCache row={row} isSimulated={isCacheSimulated} />
      {part ? <InspectorPart sessionId={sessionId} part={part} promptTokens={row.prompt_tokens} /> : null}
    </div>
  );
}
