import type { Conversation, Message } from "../conversation/message";
import { type Part, partText } from "../conversation/part";

type Place = { readonly message: Message; readonly part: Part };

/**
 * Makes the compressed conversation reuse the original's messages and parts wherever their content is equal and in the
 * same order. Bodies that were decoded separately share no objects, and unchanged parts are recognised by identity.
 * Everything else gets new ids. Linear time.
 */
export function matchParts(original: Conversation, compressed: Conversation): Conversation {
  const places = new Map<string, Place[]>();
  for (const message of original.messages)
    for (const part of message.parts) {
      const waiting = places.get(keyOf(part));
      if (waiting) waiting.push({ message, part });
      else places.set(keyOf(part), [{ message, part }]);
    }
  for (const waiting of places.values()) waiting.reverse();
  const take = (part: Part) => places.get(keyOf(part))?.pop() ?? null;
  const used = new Set<Message>();
  return { ...compressed, messages: compressed.messages.map((message) => matchMessage(message, take, used)) };
}

function matchMessage(message: Message, take: (part: Part) => Place | null, used: Set<Message>): Message {
  const places = message.parts.map(take);
  const parts = message.parts.map((part, index): Part => places[index]?.part ?? { ...part, id: `new ${part.id}` });
  const home = places[0]?.message;
  if (!home || used.has(home) || home.role !== message.role) return { ...message, id: `new ${message.id}`, parts };
  used.add(home);
  const isWhole = home.parts.length === parts.length && home.parts.every((part, index) => part === parts[index]);
  return isWhole ? home : { ...message, id: home.id, parts };
}

/** A part's visible content. Ids, places and signatures belong to the wire format. */
function keyOf(part: Part): string {
  switch (part.type) {
    case "tool-call":
      return JSON.stringify([part.type, part.toolCallId, part.toolName, part.input]);
    case "tool-result":
      return JSON.stringify([part.type, part.toolCallId, partText(part)]);
    case "file":
      return JSON.stringify([part.type, part.mediaType, part.byteLength, part.url, part.data?.slice(0, 200)]);
    default:
      return JSON.stringify([part.type, partText(part)]);
  }
}
