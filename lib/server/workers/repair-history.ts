import { findViolations } from "@/lib/conversation/invariants";
import type { Conversation } from "@/lib/conversation/message";

/** Leaves out results without a call, calls without a result, and messages that are empty then. Ids stay. */
export function repairHistory(conversation: Conversation): Conversation {
  const violations = findViolations(conversation);
  if (violations.length === 0) return conversation;
  const orphans = new Set(violations.flatMap(({ partId }) => (partId === undefined ? [] : [partId])));
  const messages = conversation.messages
    .map((message) =>
      message.parts.some((part) => orphans.has(part.id))
        ? { ...message, parts: message.parts.filter((part) => !orphans.has(part.id)) }
        : message,
    )
    .filter((message) => message.parts.length > 0);
  const repaired = { ...conversation, messages };
  const isProgress = messages.length < conversation.messages.length || orphans.size > 0;
  return isProgress ? repairHistory(repaired) : repaired;
}
