import type { Message } from "../conversation/message";
import type { Decoded } from "./codec";
import { asArray, asObject, asString, type JsonObject } from "./json-fields";
import type { WireContext, WireFormat } from "./wire-context";

/** The APIs of Anthropic and Google want a user message first; a log may begin, or a cut may end, elsewhere. */
export const OPENING_TEXT = "[Earlier messages are not part of this request.]";

const OPENED: readonly WireFormat[] = ["anthropic", "gemini"];

/**
 * Leaves out the message that only opens a history which begins with the assistant. A client that keeps what it was
 * given sends it back as if it had been typed; `encode` writes it again where it is still needed.
 */
export function withoutOpening({ conversation, wire }: Decoded): Decoded["conversation"] {
  const { messages } = conversation;
  const first = firstSaid(messages);
  const opening = messages[first];
  if (!opening || openingOf(wire)?.id !== opening.id || messages[first + 1]?.role !== "assistant") return conversation;
  return { ...conversation, messages: messages.toSpliced(first, 1) };
}

/** The messages as the format sends them: opened where they begin with the assistant. The same list where nothing is added. */
export function withOpening(messages: readonly Message[], format: WireFormat): readonly Message[] {
  const first = firstSaid(messages);
  const said = messages[first];
  if (!OPENED.includes(format) || said?.role !== "assistant" || isCompaction(said)) return messages;
  const parts = [{ id: "opening.0", type: "text" as const, text: OPENING_TEXT }];
  return messages.toSpliced(first, 0, { id: "opening", role: "user", parts });
}

/** Puts the opening that was sent back before the assistant's message, as it was sent. */
export function reopened(list: readonly JsonObject[], wire: WireContext): readonly JsonObject[] {
  const [first] = list;
  const opening = first?.role === "assistant" || first?.role === "model" ? openingOf(wire) : null;
  return opening ? [opening.raw, ...list] : list;
}

/** The opening in a body that was sent: the first message of its list. */
function openingOf({ format, messages }: WireContext): { readonly id: string; readonly raw: JsonObject } | null {
  const first = OPENED.includes(format) ? [...messages].find(([, { raw }]) => raw.role !== undefined) : undefined;
  if (!first) return null;
  const [id, { raw }] = first;
  return raw.role === "user" && isOpeningText(raw.content ?? raw.parts) ? { id, raw } : null;
}

function isOpeningText(content: unknown): boolean {
  const blocks = asArray(content);
  return (blocks?.length === 1 ? asString(asObject(blocks[0])?.text) : content) === OPENING_TEXT;
}

const firstSaid = (messages: readonly Message[]) => messages.findIndex(({ role }) => role !== "system");

const isCompaction = ({ parts: [first] }: Message) =>
  first?.type === "opaque" && asObject(first.value)?.type === "compaction";
