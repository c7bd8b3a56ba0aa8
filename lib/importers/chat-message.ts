import type { Role } from "../conversation/message";
import { decodeOpenAiChat } from "../formats/openai-chat/decode";
import type { PartDraft } from "./item-session";

/** A message in the shape of Chat Completions, to which many tools add fields; null if it is not one. */
export function readChatMessage(value: unknown): { role: Role; parts: PartDraft[] } | null {
  const decoded = decodeOpenAiChat([value]);
  const message = decoded.ok ? decoded.value.conversation.messages[0] : undefined;
  return message ? { role: message.role, parts: message.parts.map(({ id: _id, ...part }) => part) } : null;
}
