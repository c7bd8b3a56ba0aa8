import type { Part } from "../conversation/part";
import { hashText } from "../requests/hash-text";
import { isInjectedByClient } from "../transcript/injected-by-client";
import type { Session, SessionMessage } from "../transcript/session";

/**
 * A hash of a session's first prompt and the model's first text or call. It is the same in a client's log and in its
 * recording, even if the recording began later, because every request repeats the first turn. Null if either is missing.
 */
export function firstExchange({ messages }: Session): string | null {
  const prompt = firstOf(messages, ({ origin }) => origin === "typed", promptIn);
  const said = firstOf(messages, ({ role }) => role === "assistant", saidIn);
  return prompt === null || said === null ? null : hashText(JSON.stringify([prompt, said]));
}

function firstOf(
  messages: readonly SessionMessage[],
  isOne: (message: SessionMessage) => boolean,
  read: (part: Part) => string | null,
): string | null {
  for (const message of messages)
    if (message.agent === "main" && isOne(message))
      for (const part of message.parts) {
        const text = read(part);
        if (text !== null) return text;
      }
  return null;
}

const promptIn = (part: Part): string | null =>
  part.type === "text" && !isInjectedByClient(part.text) ? part.text.trim() || null : null;

const saidIn = (part: Part): string | null =>
  part.type === "text" ? part.text.trim() || null : part.type === "tool-call" ? part.toolName : null;
