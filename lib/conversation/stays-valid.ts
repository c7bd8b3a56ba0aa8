import { partAfter } from "./apply-edits";
import type { PairIndex } from "./pairs";
import type { Part } from "./part";
import type { PartEntry, PartIndex } from "./part-index";
import type { EditTrace } from "./trace-edits";

/**
 * True if a history without violations certainly has none after these edits, judging only by the affected parts. Part
 * ids stay distinct, because an edit never introduces a used id. So only pairs can break, and they do not if a call and
 * its result are removed together and a changed one keeps its type and call id. False means only that `findViolations`
 * has to decide, because the edits introduce calls or results, or insert messages while calls are running.
 */
export function staysValid(parts: PartIndex, { callOf, openCalls }: PairIndex, trace: EditTrace): boolean {
  const { inserts, ofParts } = trace;
  if (inserts.length > 0 && (openCalls.length > 0 || !areUnpaired(trace, parts))) return false;
  const after = ({ part, number }: PartEntry) => partAfter(part, ofParts[number]);
  return parts.entries.every((entry) => {
    const call = parts.entries[callOf[entry.number] as number];
    const now = after(entry);
    if (call && (now === null) !== (after(call) === null)) return false;
    return now === null || now === entry.part || isSamePartner(entry.part, now);
  });
}

/** True if the inserted messages have new ids and no calls or results. */
function areUnpaired({ inserts, ofInserted }: EditTrace, { messageIds }: PartIndex): boolean {
  const ids = new Set(inserts.map(({ message }) => message.id));
  if (ids.size < inserts.length || inserts.some(({ message }) => messageIds().has(message.id))) return false;
  return inserts.every(({ message: { parts } }) => {
    const states = ofInserted(parts);
    return (
      parts.length > 0 && parts.every((part, index) => !isPaired(part) && !isPaired(partAfter(part, states[index])))
    );
  });
}

type PairedPart = Extract<Part, { readonly toolCallId: string }>;
const isPaired = (part: Part | null): part is PairedPart => part?.type === "tool-call" || part?.type === "tool-result";

function isSamePartner(before: Part, after: Part): boolean {
  if (!isPaired(before) || !isPaired(after)) return !isPaired(before) && !isPaired(after);
  return before.type === after.type && before.toolCallId === after.toolCallId;
}
