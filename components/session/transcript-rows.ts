import type { MessagePart, MessageRow } from "./session-data";

/** One row of the virtual list. */
export type TranscriptRow =
  | { type: "part"; key: string; part: MessagePart; message: MessageRow; isGone: boolean }
  | { type: "compaction"; key: string; message: MessageRow; at: number }
  | { type: "answer"; key: string };

/** Positions count within the agent. `compactions` = the requests before which the history was replaced. */
export type RowScope = { view: "live" | "full"; selected: number; compactions: readonly number[] };

/**
 * Live: the parts in the prompt of the selected request, then its answer. Full: everything, with parts that are gone by
 * the selected request marked so that they can be drawn quietly.
 */
export function toTranscriptRows(messages: readonly MessageRow[], scope: RowScope): TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  let hasAnswer = false;
  for (const message of messages) {
    if (message.hidden) continue;
    const isAnswer = message.role === "assistant" && message.request === scope.selected;
    const shown = message.parts.filter((part) => scope.view === "full" || isAnswer || isLive(part, scope.selected));
    if (shown.length === 0) continue;
    if (scope.view === "live" && isAnswer && !hasAnswer) {
      hasAnswer = true;
      rows.push({ type: "answer", key: "answer" });
    }
    if (message.origin === "summary") {
      rows.push({ type: "compaction", key: `c${message.id}`, message, at: compactionAt(message, scope.compactions) });
      continue;
    }
    for (const part of shown)
      rows.push({ type: "part", key: part.id, part, message, isGone: isGone(part, scope.selected) });
  }
  return rows;
}

export const isLive = (part: MessagePart, request: number): boolean =>
  part.first_request !== null && part.first_request <= request && (part.last_request ?? request) >= request;

const isGone = (part: MessagePart, request: number): boolean =>
  part.last_request !== null && part.last_request < request;

function compactionAt(message: MessageRow, compactions: readonly number[]): number {
  const first = message.parts[0]?.first_request ?? message.request ?? 0;
  return compactions.findLast((at) => at <= first) ?? first;
}

/** Where to open the list: at the first part that is new in this request, or at its answer. */
export function rowToShow(rows: readonly TranscriptRow[], selected: number): number {
  const fresh = rows.findIndex((row) => row.type === "part" && row.part.first_request === selected && !row.isGone);
  if (fresh >= 0) return fresh;
  const later = rows.findIndex(
    (row) => row.type === "answer" || (row.type === "part" && (row.part.first_request ?? 0) > selected),
  );
  return later >= 0 ? later : rows.length - 1;
}
