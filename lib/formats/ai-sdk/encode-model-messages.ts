import { findViolations } from "../../conversation/invariants";
import type { Conversation, Message } from "../../conversation/message";
import { type JsonValue, type Part, toolOutputText } from "../../conversation/part";
import { arrangeExchanges, needsArranging } from "../arrange-exchanges";
import { asObject, asString, type JsonObject } from "../json-fields";
import { isUntouched, originOf, rawOf, type WireContext, type WireMessage, withMessages } from "../wire-context";
import { contentItem, sealedBy, withoutItemIds } from "./content-parts";
import { outputFromBlocks } from "./tool-output";
import { validateAiSdk } from "./validate";

/** Encodes `ModelMessage[]`, under `messages` if there is no original body. */
export function encodeModelMessages(conversation: Conversation, wire?: WireContext): JsonValue {
  if (!wire) return { messages: encodeAll(leadWithSystem(arrangeExchanges(conversation.messages))) } as JsonValue;
  const plain = withMessages(wire, encodeAll(conversation.messages, wire));
  const isSound = !needsArranging(validateAiSdk(plain)) || findViolations(conversation).length > 0;
  return isSound ? plain : withMessages(wire, encodeAll(arrangeExchanges(conversation.messages), wire));
}

/** The SDK allows system messages only at the start, so later ones become user messages. */
function leadWithSystem(messages: readonly Message[]): readonly Message[] {
  const end = messages.findIndex(({ role }) => role !== "system");
  return messages.map((message, index) =>
    message.role === "system" && index > end && end !== -1 ? { ...message, role: "user" } : message,
  );
}

const encodeAll = (messages: readonly Message[], wire?: WireContext): JsonObject[] =>
  messages.flatMap((message) => {
    const original = wire?.messages.get(message.id);
    if (original && isUntouched(message, original)) return [original.raw];
    return encodeMessage(message, original).map((raw) => (wire && !original ? asList(raw) : raw));
  });

/**
 * Makes the content of a message added by a strategy a list. A list is valid both in a `ModelMessage` and in a
 * middleware's prompt, where only system messages may be strings.
 */
const asList = (raw: JsonObject): JsonObject =>
  raw.role !== "system" && typeof raw.content === "string"
    ? { ...raw, content: [{ type: "text", text: raw.content }] }
    : raw;

function encodeMessage(message: Message, original?: WireMessage): JsonObject[] {
  // A tool message may also contain answers to requests for approval.
  if (message.role === "assistant" || original?.raw.role === "tool")
    return withContent(message, message.parts, original);
  const results = message.parts.filter((part) => part.type === "tool-result");
  const rest = message.parts.filter((part) => part.type !== "tool-result");
  return [
    ...withContent({ ...message, role: "tool" }, results, undefined, original),
    ...withContent(message, rest, original),
  ];
}

/** `pieces`: the original items of parts that move into a message of another role. */
function withContent(
  message: Message,
  parts: readonly Part[],
  original?: WireMessage,
  pieces = original,
): JsonObject[] {
  const items = parts.flatMap((part) => encodePart(part, pieces));
  if (items.length === 0) return [];
  const [only] = items;
  const isText = items.length === 1 && only?.type === "text" && Object.keys(only).length === 2;
  const wasList = Array.isArray(original?.raw.content);
  const role = message.role === "tool" && only?.type !== "tool-result" ? "user" : message.role;
  const content =
    role === "system" || (isText && !wasList) ? items.map((item) => asString(item.text) ?? "").join("\n") : items;
  return [original ? { ...original.raw, content } : { role, content }];
}

function encodePart(part: Part, original?: WireMessage): JsonObject[] {
  const raw = rawOf(part, original);
  if (typeof raw === "string") return raw === "" ? [] : [{ type: "text", text: raw }];
  const item = asObject(raw) ?? newItem(part, original);
  return item ? [item] : [];
}

function newItem(part: Part, original?: WireMessage): JsonObject | null {
  if (part.type === "text" && part.text === "") return null;
  const origin = asObject(originOf(part, original));
  const changed = origin?.type === part.type ? changedField(part, origin) : null;
  if (origin && changed) return { ...withoutItemIds(origin), ...changed };
  if (part.type === "tool-call")
    return {
      type: "tool-call",
      toolCallId: part.toolCallId,
      toolName: part.toolName,
      input: part.input,
      ...sealedBy(part, "model"),
    };
  if (part.type !== "tool-result") return contentItem(part, "model");
  const before = original?.parts
    .map(({ raw }) => asObject(raw))
    .find((raw) => raw !== null && raw.type === "tool-result" && raw.toolCallId === part.toolCallId);
  const options = asObject(before?.output)?.providerOptions;
  const output = {
    ...asObject(outputFromBlocks(part.output, part.isError === true, before?.output)),
    ...(options !== undefined && { providerOptions: options }),
  };
  // Before version 5 a result is any value, without a type.
  if (before && !("output" in before)) return { ...before, result: toolOutputText(part.output) };
  if (before) return { ...before, output };
  return { type: "tool-result", toolCallId: part.toolCallId, toolName: part.toolName ?? "unknown", output };
}

/** The field of an item that an edit can change. Before version 5 the input of a call was called `args`. */
function changedField(part: Part, origin: JsonObject): JsonObject | null {
  if (part.type === "text" || part.type === "reasoning") return { text: part.text };
  if (part.type !== "tool-call") return null;
  return { toolCallId: part.toolCallId, ["args" in origin ? "args" : "input"]: part.input };
}
