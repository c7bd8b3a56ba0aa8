import { InspectorBreak } from "./inspector-break";
import { InspectorCache } from "./inspector-cache";
import { InspectorComposition } from "./inspector-composition";
import { InspectorPart } from "./inspector-part";
import type { MessagePart, RequestRow } from "./session-data";

export type InspectorProps = {
  row: RequestRow;
  position: number;
  window: number | null;
  part: MessagePart | null;
};

/** Everything about the selected request, then about the selected part. */
export function Inspector({ row, position, window, part }: InspectorProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <InspectorComposition row={row} position={position} window={window} />
      <InspectorCache row={row} />
      {row.break ? <InspectorBreak found={row.break} /> : null}
      {part ? <InspectorPart part={part} promptTokens={row.prompt_tokens} /> : null}
    </div>
  );
}
