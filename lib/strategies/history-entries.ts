import type { Message } from "../conversation/message";
import type { View } from "./view";

/** One message as Roo and Kilo count them: the message indexes it holds. */
export type HistoryEntry = { readonly indexes: readonly number[]; readonly first: Message };

/**
 * Roo keeps Anthropic-shaped messages, in which all results of a batch are one user message. So consecutive messages
 * that hold nothing but tool results count as one entry; every other message is an entry of its own. System messages
 * stand apart (Roo's prompt is not in its history) or are counted (as the tool-pair fix's example does).
 */
export function historyEntries(view: View, systemMessages: "apart" | "counted"): HistoryEntry[] {
  const entries: { indexes: number[]; first: Message }[] = [];
  view.conversation.messages.forEach((message, index) => {
    if (message.role === "system" && systemMessages === "apart") return;
    const previous = entries.at(-1);
    if (previous && holdsOnlyResults(message) && holdsOnlyResults(previous.first)) previous.indexes.push(index);
    else entries.push({ indexes: [index], first: message });
  });
  return entries;
}

export function holdsOnlyResults(message: Message): boolean {
  return (
    message.role !== "assistant" && message.parts.length > 0 && message.parts.every((p) => p.type === "tool-result")
  );
}

export function partIdsOf(entries: readonly HistoryEntry[], view: View): string[] {
  return entries.flatMap(({ indexes }) =>
    indexes.flatMap((index) => view.conversation.messages[index]?.parts.map((part) => part.id) ?? []),
  );
}
