import { expect } from "vitest";
import { findViolations } from "@/lib/conversation/invariants";
import type { Conversation, Message } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import { CODECS, type Codec, type Decoded } from "@/lib/formats";
import { INTERRUPTED_RESULT } from "@/lib/formats/arrange-exchanges";
import { OPENING_TEXT } from "@/lib/formats/opening";
import { isStructural } from "@/lib/formats/structural";

/**
 * The laws of every wire format, for one body: decoding and encoding gives it back, unchanged messages stay the same
 * objects when others are removed, and the conversation can be written in every other format.
 */
export function checkFormat(codec: Codec, body: unknown): Decoded {
  const before = structuredClone(body);
  const decoded = codec.decode(body);
  if (!decoded.ok) throw new Error(`${decoded.error.message} at ${decoded.error.at}`);
  const { conversation, wire } = decoded.value;
  expect(codec.encode(conversation, wire)).toEqual(before);
  expect(codec.encode(structuredClone(conversation), structuredClone(wire))).toEqual(before);
  expect(body).toEqual(before);
  expect(codec.validate(body).filter(isStructural)).toEqual([]);
  expect(findViolations(conversation)).toEqual([]);
  checkEncodings(conversation);
  return decoded.value;
}

/** A well-formed conversation becomes a valid body of every format, and decodes to the same conversation. */
export function checkEncodings(conversation: Conversation) {
  for (const codec of CODECS) {
    const body = codec.encode(conversation);
    expect(codec.validate(body), codec.id).toEqual([]);
    const decoded = codec.decode(body);
    if (!decoded.ok) throw new Error(`${codec.id}: ${decoded.error.message} at ${decoded.error.at}`);
    expect(findViolations(decoded.value.conversation), codec.id).toEqual([]);
    expect(codec.encode(decoded.value.conversation, decoded.value.wire), codec.id).toEqual(body);
    expect(pairsOf(decoded.value.conversation), codec.id).toEqual(pairsOf(conversation));
    if (!conversation.messages.some(hasFiles))
      expect(textsOf(decoded.value.conversation), codec.id).toEqual(textsOf(conversation));
  }
}

/** Files and foreign items may become a line of text in a format that cannot express them. */
const hasFiles = (message: Message) =>
  message.parts.some(
    (part) =>
      part.type === "file" ||
      part.type === "opaque" ||
      (part.type === "tool-result" && part.output.some((block) => block.type !== "text")),
  );

/** The calls in order; a repeated id was made unique by a suffix. */
function pairsOf(conversation: Conversation) {
  const parts = conversation.messages.flatMap((message) => message.parts);
  return parts.flatMap((part) =>
    part.type === "tool-call" ? [`${part.toolName} ${part.toolCallId.split("_")[0]}`] : [],
  );
}

/** All non-empty texts and tool outputs, except the results added for interrupted calls. */
function textsOf(conversation: Conversation) {
  const parts = conversation.messages.flatMap((message) => message.parts);
  const texts = parts.flatMap((part) => (part.type === "text" || part.type === "tool-result" ? [partText(part)] : []));
  // Anthropic refuses trailing white space.
  return texts
    .map((text) => text.trimEnd())
    .filter((text) => text !== "" && text !== INTERRUPTED_RESULT && text !== OPENING_TEXT)
    .sort();
}
