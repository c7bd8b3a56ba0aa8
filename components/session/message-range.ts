import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { MessageRange } from "./message-store";

/** The messages of a request, as ranges of the agent's messages. */
export type RequestRange = {
  /** Its prompt and its answer. */
  readonly live: MessageRange;
  /** The messages that are new in its prompt, and its answer; here the transcript opens. */
  readonly fresh: MessageRange;
};

/** `total`: how many messages the agent has; those after the last request count as its answer. */
export function requestRange(rows: readonly RequestRow[], selected: number, total: number): RequestRange {
  const row = rows[selected];
  const start = Math.min(total, row?.message_start ?? 0);
  const end = Math.min(total, row?.message_end ?? total);
  // The next prompt contains this answer and ends the range.
  const to = Math.min(total, Math.max(end + 1, rows[selected + 1]?.message_end ?? total));
  const before = rows[selected - 1]?.message_end ?? start;
  return { live: { from: start, to }, fresh: { from: Math.min(end, Math.max(start, before)), to } };
}
