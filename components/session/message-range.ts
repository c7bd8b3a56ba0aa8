import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { MessageRange } from "./message-store";

/** Where a request stands in the agent's messages. */
export type RequestRange = {
  /** Its prompt and its answer. */
  readonly live: MessageRange;
  /** What is new in it and its answer: where the transcript opens. */
  readonly fresh: MessageRange;
};

/** `total`: all messages of the agent; what comes after the last request counts as its answer. */
export function requestRange(rows: readonly RequestRow[], selected: number, total: number): RequestRange {
  const row = rows[selected];
  const start = Math.min(total, row?.message_start ?? 0);
  const end = Math.min(total, row?.message_end ?? total);
  // The next prompt holds this answer.
  const to = Math.min(total, Math.max(end + 1, rows[selected + 1]?.message_end ?? total));
  const before = rows[selected - 1]?.message_end ?? start;
  return { live: { from: start, to }, fresh: { from: Math.min(end, Math.max(start, before)), to } };
}
