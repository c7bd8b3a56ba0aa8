import type { Message } from "../../conversation/message";
import type { Part } from "../../conversation/part";
import { asObject } from "../../formats/json-fields";

export type SplitMessage = Message & { readonly isSummary?: true };

/**
 * Splits an answer that compacted first. The Messages API makes the summary in a separate call, which is billed separately, and
 * afterwards reads nothing before it. So the summary becomes a message, and the answer continues after it.
 */
export function splitCompaction(message: Message): SplitMessage[] {
  if (message.role !== "assistant") return [message];
  const at = message.parts.findLastIndex(isCompaction);
  const summary = message.parts[at];
  if (!summary) return [message];
  const pieces: SplitMessage[] = [
    { ...message, id: `${message.id}~before`, parts: message.parts.slice(0, at) },
    { ...message, id: `${message.id}~compaction`, parts: [summary], isSummary: true },
    { ...message, parts: message.parts.slice(at + 1) },
  ];
  return pieces.filter(({ parts }) => parts.length > 0);
}

const isCompaction = (part: Part) => part.type === "opaque" && asObject(part.value)?.type === "compaction";
