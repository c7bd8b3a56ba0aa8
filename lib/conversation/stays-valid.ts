import { leftOf } from "./apply-edits";
import type { PairIndex } from "./pairs";
import type { Part } from "./part";
import type { PartEntry, PartIndex } from "./part-index";
import type { Replay } from "./replay-edits";

/**
 * True where a history without violations has none after these edits either, told from what they touched. Part ids
 * stay distinct, for an edit never brings in one that was used; so pairs alone can break, and they do not where calls
 * and results go with their partners and else stay what they are. False only says that `findViolations` is to be asked:
 * calls or results are brought in, or messages are while calls still run.
 */
export function staysValid(parts: PartIndex, { callOf, openCalls }: PairIndex, replay: Replay): boolean {
  const { inserts, ofParts } = replay;
  if (inserts.length > 0 && (openCalls.length > 0 || !areAside(replay, parts))) return false;
  const left = ({ part, number }: PartEntry) => leftOf(part, ofParts[number]);
  return parts.entries.every((entry) => {
    const call = parts.entries[callOf[entry.number] as number];
    const now = left(entry);
    if (call && (now === null) !== (left(call) === null)) return false;
    return now === null || now === entry.part || isSamePartner(entry.part, now);
  });
}

/** Messages of their own that take no part in pairs. */
function areAside({ inserts, ofInserted }: Replay, { messageIds }: PartIndex): boolean {
  const ids = new Set(inserts.map(({ message }) => message.id));
  if (ids.size < inserts.length || inserts.some(({ message }) => messageIds().has(message.id))) return false;
  return inserts.every(({ message: { parts } }) => {
    const named = ofInserted(parts);
    return parts.length > 0 && parts.every((part, index) => !isPaired(part) && !isPaired(leftOf(part, named[index])));
  });
}

type PairedPart = Extract<Part, { readonly toolCallId: string }>;
const isPaired = (part: Part | null): part is PairedPart => part?.type === "tool-call" || part?.type === "tool-result";

function isSamePartner(before: Part, after: Part): boolean {
  if (!isPaired(before) || !isPaired(after)) return !isPaired(before) && !isPaired(after);
  return before.type === after.type && before.toolCallId === after.toolCallId;
}
