import { type Conversation, isTypedUser, type Message } from "./message";

/** The atomic units of every selector and cut (strategies.md 3.1). */
export type Group = {
  readonly kind: "system" | "user" | "assistant" | "exchange" | "loop";
  /** Indexes into `conversation.messages`, ascending and contiguous. */
  readonly start: number;
  readonly end: number;
  /** True while a call of this group has no result yet. */
  readonly isLive: boolean;
};

/**
 * Cuts a conversation into atomic groups: an assistant message with calls takes every following message that answers
 * them (a batch is one group), and consecutive exchanges that begin with signed reasoning form one loop.
 * Groups cover all messages, in order, without overlap.
 */
export function groupConversation(conversation: Conversation): Group[] {
  const { messages } = conversation;
  const groups: Group[] = [];
  let index = 0;
  while (index < messages.length) {
    const group = groupAt(messages, index);
    groups.push(group);
    index = group.end;
  }
  return mergeSignedLoops(groups, messages);
}

function groupAt(messages: readonly Message[], start: number): Group {
  const message = messages[start] as Message;
  if (message.role === "system") return { kind: "system", start, end: start + 1, isLive: false };
  if (message.role === "assistant") return assistantGroup(messages, start);
  return { kind: "user", start, end: start + 1, isLive: false };
}

function assistantGroup(messages: readonly Message[], start: number): Group {
  const open = new Set(callIds(messages[start] as Message));
  if (open.size === 0) return { kind: "assistant", start, end: start + 1, isLive: false };
  let end = start + 1;
  while (end < messages.length && open.size > 0) {
    const message = messages[end] as Message;
    const answered = resultIds(message).filter((id) => open.has(id));
    if (answered.length === 0) break;
    for (const id of answered) open.delete(id);
    end += 1;
  }
  return { kind: "exchange", start, end, isLive: open.size > 0 };
}

function mergeSignedLoops(groups: readonly Group[], messages: readonly Message[]): Group[] {
  const merged: Group[] = [];
  for (const group of groups) {
    const previous = merged.at(-1);
    const continues = group.kind === "exchange" && previous?.kind === "loop" && previous.end === group.start;
    if (continues) merged[merged.length - 1] = { ...previous, end: group.end, isLive: group.isLive };
    else if (group.kind === "exchange" && startsSigned(messages[group.start])) merged.push({ ...group, kind: "loop" });
    else merged.push(group);
  }
  return merged;
}

function startsSigned(message: Message | undefined): boolean {
  const first = message?.parts[0];
  return first?.type === "reasoning" && (first.signature !== undefined || first.redactedData !== undefined);
}

export const callIds = (message: Message): string[] =>
  message.parts.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));

export const resultIds = (message: Message): string[] =>
  message.parts.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []));

/** Turns: a typed user message up to the next one; what stands before the first is the head. */
export function turnStarts(messages: readonly Message[]): number[] {
  return messages.flatMap((message, index) => (isTypedUser(message) ? [index] : []));
}
