import type { Message } from "../conversation/message";
import type { Part } from "../conversation/part";

/** Adds the tool's name to tool results. Most formats have it only in the call. */
export function nameResults(messages: readonly Message[]): Message[] {
  const names = new Map<string, string>();
  const named = (part: Part): Part => {
    if (part.type === "tool-call") names.set(part.toolCallId, part.toolName);
    const toolName = part.type === "tool-result" ? (part.toolName ?? names.get(part.toolCallId)) : undefined;
    return part.type === "tool-result" && toolName !== undefined ? { ...part, toolName } : part;
  };
  return messages.map((message) => ({ ...message, parts: message.parts.map(named) }));
}
