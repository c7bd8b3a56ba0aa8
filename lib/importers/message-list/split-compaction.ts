import type { Message } from "../../conversation/message";
import type { Part } from "../../conversation/part";
import { asObject } from "../../formats/json-fields";

export type SplitMessage = Message & { readonly isSummary?: true };

/**
 * An answer that compacted first: the Messages API makes the summary in a call of its own, paid for apart, and reads
 * nothing before it afterwards. So the block is a message of its own, and the answer goes on after it.
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
