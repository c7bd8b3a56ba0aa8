import type { MessageRow, PartRow } from "../../lib/api/schemas/message-row";
import type { CompactionRow } from "../../lib/read-models/compactions";
import type { MessageRange } from "./message-store";

/** A row of the virtual list. `position`: its message's position among the agent's messages. */
export type TranscriptRow = { key: string; position: number } & (
  | { type: "part"; part: PartRow; message: MessageRow; isGone: boolean }
  | { type: "compaction"; message: MessageRow; at: number }
  | { type: "answer" }
  /** A message not loaded yet; only in the full history. */
  | { type: "pending" }
);

export type RowScope = {
  view: "live" | "full";
  /** Position of the request within the agent. */
  selected: number;
  /** The messages to list. */
  range: MessageRange;
  compactions: readonly CompactionRow[];
};

/**
 * The rows of the transcript. `live`: the parts in the selected request's prompt, then its answer. `full`: everything;
 * parts no longer in the selected prompt are marked, so that they can be greyed.
 */
export function toTranscriptRows(
  messageAt: (position: number) => MessageRow | undefined,
  scope: RowScope,
): TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  let hasAnswer = false;
  for (let position = scope.range.from; position < scope.range.to; position += 1) {
    const message = messageAt(position);
    if (!message) {
      if (scope.view === "full") rows.push({ type: "pending", key: `m${position}`, position });
      continue;
    }
    const shown = shownParts(message, scope);
    if (shown.length === 0) continue;
    if (scope.view === "live" && isAnswer(message, scope) && !hasAnswer) {
      hasAnswer = true;
      rows.push({ type: "answer", key: "answer", position });
    }
    if (message.origin === "summary") {
      const at = compactionAt(message, scope.compactions);
      rows.push({ type: "compaction", key: `c${message.id}`, position, message, at });
      continue;
    }
    for (const part of shown) {
      const isGone = isGoneBy(part, scope.selected);
      rows.push({ type: "part", key: part.id, position, part, message, isGone });
    }
  }
  return rows;
}

/** The row to show until the request's messages are loaded: the place where they will appear. */
export const rowToWaitAt = (rows: readonly TranscriptRow[], position: number): number =>
  rows.findIndex((row) => row.position >= position);

const isAnswer = (message: MessageRow, { selected }: RowScope): boolean =>
  message.role === "assistant" && message.request === selected;

function shownParts(message: MessageRow, scope: RowScope): readonly PartRow[] {
  if (message.hidden) return [];
  if (scope.view === "full" || isAnswer(message, scope)) return message.parts;
  return message.parts.filter((part) => isLive(part, scope.selected));
}

export const isLive = (part: PartRow, request: number): boolean =>
  part.first_request !== null && part.first_request <= request && (part.last_request ?? request) >= request;

const isGoneBy = (part: PartRow, request: number): boolean => part.last_request !== null && part.last_request < request;

function compactionAt(message: MessageRow, compactions: readonly CompactionRow[]): number {
  const own = compactions.find((compaction) => compaction.summary_message_id === message.id);
  const first = message.parts[0]?.first_request ?? message.request ?? 0;
  return own?.at ?? compactions.findLast(({ at }) => at <= first)?.at ?? first;
}

/** The first row in view: the first part or compaction that is new in this request, otherwise its answer. */
export function rowToShow(rows: readonly TranscriptRow[], selected: number): number {
  const fresh = rows.findIndex(
    (row) =>
      (row.type === "part" && row.part.first_request === selected && !row.isGone) ||
      (row.type === "compaction" && row.at === selected),
  );
  if (fresh >= 0) return fresh;
  const later = rows.findIndex(
    (row) => row.type === "answer" || (row.type === "part" && (row.part.first_request ?? 0) > selected),
  );
  return later >= 0 ? later : rows.length - 1;
}
