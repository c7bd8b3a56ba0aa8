import type { Message } from "../conversation/message";
import type { Decoded } from "./codec";
import { asArray, asObject, asString, type JsonObject } from "./json-fields";
import type { WireContext, WireFormat, WireMessage } from "./wire-context";

/**
 * The APIs of Anthropic and Google require a user message first. A log, or the rest after a cut, may begin with a
 * message of another role.
 */
export const OPENING_TEXT = "[Earlier messages are not part of this request.]";

const OPENED: readonly WireFormat[] = ["anthropic", "gemini"];

/**
 * Removes an opening message that Winnow had added before an assistant's message. A client that stores the result sends
 * it back as if a person had typed it; `encode` adds it again if it is still needed.
 */
export function withoutOpening({ conversation, wire }: Decoded): Decoded["conversation"] {
  const { messages } = conversation;
  const first = firstSaid(messages);
  const opening = messages[first];
  if (!opening || openingOf(wire)?.id !== opening.id || messages[first + 1]?.role !== "assistant") return conversation;
  return { ...conversation, messages: messages.toSpliced(first, 1) };
}

/** The messages with an opening if the format needs one; the same list if it does not. */
export function withOpening(messages: readonly Message[], format: WireFormat): readonly Message[] {
  const first = firstSaid(messages);
  const said = messages[first];
  if (!OPENED.includes(format) || said?.role !== "assistant" || isCompaction(said)) return messages;
  const parts = [{ id: "opening.0", type: "text" as const, text: OPENING_TEXT }];
  return messages.toSpliced(first, 0, { id: "opening", role: "user", parts });
}

/** Restores the body's opening before the assistant's message, unchanged. */
export function reopened(list: readonly JsonObject[], wire: WireContext): readonly JsonObject[] {
  const at = list.findIndex(({ role }) => role !== "system");
  const role = list[at]?.role;
  const opening = role === "assistant" || role === "model" ? openingOf(wire) : null;
  return opening ? list.toSpliced(at, 0, opening.raw) : list;
}

/** The opening in a received body: the first message of its list that is not the system's. */
function openingOf({ format, messages }: WireContext): { readonly id: string; readonly raw: JsonObject } | null {
  const isSaid = ({ raw: { role } }: WireMessage) => role !== undefined && role !== "system";
  const first = OPENED.includes(format) ? [...messages].find(([, message]) => isSaid(message)) : undefined;
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
