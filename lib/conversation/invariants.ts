import type { Conversation, Message } from "./message";

export type ViolationCode =
  | "orphan-result"
  | "orphan-call"
  | "result-before-call"
  | "duplicate-part-id"
  | "duplicate-message-id"
  | "empty-message";

export type Violation = {
  readonly code: ViolationCode;
  readonly message: string;
  readonly messageId: string;
  readonly partId?: string;
};

/**
 * The structural rules every wire format shares. An unanswered call is a violation only when something follows it:
 * a history may end in calls that still run.
 */
export function findViolations(conversation: Conversation): Violation[] {
  return [
    ...duplicateIds(conversation.messages),
    ...emptyMessages(conversation.messages),
    ...brokenPairs(conversation.messages),
  ];
}

function duplicateIds(messages: readonly Message[]): Violation[] {
  const seenMessages = new Set<string>();
  const seenParts = new Set<string>();
  return messages.flatMap((message) => {
    const found: Violation[] = [];
    if (seenMessages.has(message.id))
      found.push(violation("duplicate-message-id", "two messages share an id", message));
    seenMessages.add(message.id);
    for (const part of message.parts) {
      if (seenParts.has(part.id)) found.push(violation("duplicate-part-id", "two parts share an id", message, part.id));
      seenParts.add(part.id);
    }
    return found;
  });
}

function emptyMessages(messages: readonly Message[]): Violation[] {
  return messages.flatMap((message) =>
    message.parts.length === 0 ? [violation("empty-message", "the message has no parts", message)] : [],
  );
}

/** Pairs by id first, order second; ids may repeat, so each result closes the oldest open call of its id. */
function brokenPairs(messages: readonly Message[]): Violation[] {
  const found: Violation[] = [];
  const open = new Map<string, { message: Message; partId: string; index: number }[]>();
  const known = new Set(
    messages.flatMap((m) => m.parts.flatMap((p) => (p.type === "tool-call" ? [p.toolCallId] : []))),
  );
  messages.forEach((message, index) => {
    for (const part of message.parts) {
      if (part.type === "tool-call") {
        const calls = open.get(part.toolCallId) ?? [];
        open.set(part.toolCallId, [...calls, { message, partId: part.id, index }]);
      }
      if (part.type !== "tool-result" || open.get(part.toolCallId)?.shift()) continue;
      const code = known.has(part.toolCallId) ? "result-before-call" : "orphan-result";
      found.push(violation(code, `tool result ${part.toolCallId} has no open call before it`, message, part.id));
    }
  });
  const lastAssistant = messages.findLastIndex((message) => message.role === "assistant");
  const pending = [...open.values()].flat().filter((call) => call.index !== lastAssistant);
  return [
    ...found,
    ...pending.map((call) => violation("orphan-call", "tool call without a result", call.message, call.partId)),
  ];
}

function violation(code: ViolationCode, text: string, message: Message, partId?: string): Violation {
  return { code, message: text, messageId: message.id, ...(partId !== undefined && { partId }) };
}
