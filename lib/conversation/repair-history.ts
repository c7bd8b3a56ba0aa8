import { findViolations } from "./invariants";
import type { Conversation } from "./message";
import type { Part } from "./part";

/** Removes results without a call, calls without a result, and messages that become empty. Ids are kept. */
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

export type RemovedPart = { readonly part: Part; readonly message: number };

/** The parts removed by a repair, each with its message's index in the original. */
export function removedParts(original: Conversation, repaired: Conversation): RemovedPart[] {
  const kept = new Set(repaired.messages.flatMap((message) => message.parts.map((part) => part.id)));
  return original.messages.flatMap((message, index) =>
    message.parts.flatMap((part) => (kept.has(part.id) ? [] : [{ part, message: index }])),
  );
}
