import { filterFields, isSet, jsonText } from "../../conversation/exact-json";
import { findViolations } from "../../conversation/invariants";
import type { Conversation, Message, ToolDefinition } from "../../conversation/message";
import type { JsonValue, Part, ToolOutputBlock, ToolResultPart } from "../../conversation/part";
import { arrangeExchanges, needsArranging } from "../arrange-exchanges";
import { keepCacheMarks } from "../cache-marks";
import { argumentText, inputText } from "../call-arguments";
import { asObject, type JsonObject, listOf } from "../json-fields";
import {
  hasSameTools,
  isUntouched,
  messageList,
  originOf,
  rawOf,
  type WireContext,
  type WireMessage,
  withMessages,
} from "../wire-context";
import { contentFromPart } from "./content";
import { validateOpenAiChat } from "./validate";

export function encodeOpenAiChat(conversation: Conversation, wire?: WireContext): JsonValue {
  const own = wire?.format === "openai-chat" ? wire : undefined;
  if (!own) return encodeArranged(conversation);
  const plain = assemble(conversation, conversation.messages, own);
  const isSound = !needsArranging(validateOpenAiChat(plain)) || findViolations(conversation).length > 0;
  return isSound ? plain : encodeArranged(conversation, own);
}

const encodeArranged = (conversation: Conversation, wire?: WireContext) =>
  assemble(conversation, arrangeExchanges(conversation.messages), wire);

function assemble(conversation: Conversation, arranged: readonly Message[], wire?: WireContext): JsonValue {
  const messages = arranged.flatMap((message) => encodeMessage(message, wire?.messages.get(message.id)));
  const { tools } = conversation;
  if (!wire) return { messages, ...(tools.length > 0 && { tools: tools.map(encodeTool) }) } as JsonValue;
  const marked = keepCacheMarks(messageList(wire.body) ?? [], messages);
  return withMessages(wire, marked, hasSameTools(tools, wire) ? {} : { tools: tools.map(encodeTool) });
}

/** One message may become several, because each tool result is a separate message here. */
function encodeMessage(message: Message, original?: WireMessage): JsonObject[] {
  if (original && isUntouched(message, original)) return [original.raw];
  if (message.role === "assistant") return listOf(assistantMessage(message, original));
  const results = message.parts.filter((part) => part.type === "tool-result");
  const rest = message.parts.filter((part) => part.type !== "tool-result");
  return [...results.map((part) => toolMessage(part, original)), ...listOf(plainMessage(message, rest, original))];
}

function plainMessage(message: Message, parts: readonly Part[], original?: WireMessage): JsonObject | null {
  const content = encodeContent(parts, message, original);
  if (content === null) return null;
  const role = message.role === "system" ? "system" : "user";
  return original ? { ...original.raw, content } : { role, content };
}

function assistantMessage(message: Message, original?: WireMessage): JsonObject | null {
  const calls = message.parts.filter(isCall);
  const content = encodeContent(message.parts, message, original);
  if (content === null && calls.length === 0) return null;
  if (!original)
    return {
      role: "assistant",
      content,
      ...(calls.length > 0 && { tool_calls: calls.map((part) => encodeCall(part)) }),
    };
  const rebuilt = { ...original.raw, content, ...rebuiltCalls(calls, original), ...rebuiltExtras(message, original) };
  return filterFields(rebuilt, isSet);
}

/** The calls as `tool_calls` or as the legacy `function_call`, as in the original. */
function rebuiltCalls(calls: readonly Part[], original: WireMessage): JsonObject {
  const before = asObject(original.raw.function_call);
  const legacy = before && calls.find((part) => originOf(part, original) === before);
  const written = (part: Part) => rawOf(part, original) ?? encodeCall(part, asObject(originOf(part, original)));
  const listed = calls.filter((part) => part !== legacy).map(written);
  return {
    tool_calls: listed.length > 0 ? listed : undefined,
    ...(before && { function_call: legacy ? written(legacy) : undefined }),
  };
}

/** Reasoning and refusal are fields next to the content, which are removed with their parts. */
function rebuiltExtras(message: Message, original: WireMessage): JsonObject {
  const isGone = (suffix: string) =>
    original.parts.some(({ id }) => id.endsWith(suffix)) && !message.parts.some(({ id }) => id.endsWith(suffix));
  return {
    ...(isGone(".reasoning") && Object.fromEntries(REASONING_FIELDS.map((field) => [field, undefined]))),
    ...(isGone(".refusal") && { refusal: undefined }),
  };
}

/** The fields in which gateways return reasoning: the text and its signed or encrypted form. */
const REASONING_FIELDS = ["reasoning_content", "reasoning", "reasoning_details", "thinking_blocks"];

/** A string for a single text that was not in a list; null if nothing is left. */
function encodeContent(parts: readonly Part[], { role }: Message, original?: WireMessage): unknown {
  const items = parts.filter(isContent).flatMap((part) => {
    const raw = rawOf(part, original);
    if (typeof raw === "string") return raw === "" ? [] : [{ type: "text", text: raw }];
    return listOf(asObject(raw) ?? contentFromPart(part, role));
  });
  if (items.length === 0) return null;
  const [only] = items;
  const isPlain = items.length === 1 && only?.type === "text" && Object.keys(only).length === 2;
  return isPlain && !Array.isArray(original?.raw.content) ? only?.text : items;
}

/** Calls of an unknown kind are opaque parts, which are recognised by their id. */
const isCall = (part: Part) => part.type === "tool-call" || (part.type === "opaque" && part.id.includes(".call."));

const isContent = (part: Part) =>
  !isCall(part) && part.type !== "tool-result" && part.type !== "reasoning" && !part.id.endsWith(".refusal");

/** An edited call keeps its kind and all other fields, such as signatures that a gateway adds. */
function encodeCall(part: Part, before: JsonObject | null = null): unknown {
  if (part.type !== "tool-call") return part.type === "opaque" ? part.value : null;
  const named = { name: part.toolName, arguments: argumentText(part) };
  if (before === null) return { id: part.toolCallId, type: "function", function: named };
  const custom = asObject(before.custom);
  if (custom) return { ...before, id: part.toolCallId, custom: { ...custom, input: inputText(part) } };
  // The legacy `function_call` is the function itself, without an id.
  if (typeof before.name === "string") return { ...before, ...named };
  return { ...before, id: part.toolCallId, function: { ...asObject(before.function), ...named } };
}

function toolMessage(part: ToolResultPart, original?: WireMessage): JsonObject {
  const content = outputText(part.output);
  // An edited result keeps the other fields of its original message, such as its id and name.
  const isOwn = original?.raw.role === "tool" || original?.raw.role === "function";
  if (isOwn && rawOf(part, original) !== undefined) return original.raw;
  if (isOwn && original.raw.role === "tool") return { ...original.raw, content, tool_call_id: part.toolCallId };
  if (isOwn) return { ...original.raw, content };
  return { role: "tool", tool_call_id: part.toolCallId, content };
}

/** Tool messages contain only text, so files become their names, and other providers' items are written as text. */
function outputText(output: readonly ToolOutputBlock[]): string {
  return output
    .map((block) => {
      if (block.type === "text") return block.text;
      if (block.type === "file") return `[file: ${block.mediaType}, ${block.byteLength} bytes]`;
      return jsonText(block.value);
    })
    .join("\n");
}

const encodeTool = ({ name, description, schema }: ToolDefinition): JsonObject => ({
  type: "function",
  function: { name, ...(description !== undefined && { description }), parameters: schema },
});
