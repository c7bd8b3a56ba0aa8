import { filterFields, isSet, jsonText } from "../../conversation/exact-json";
import { findViolations } from "../../conversation/invariants";
import type { Conversation, Message, ToolDefinition } from "../../conversation/message";
import {
  type FilePart,
  type JsonValue,
  type Part,
  type ReasoningPart,
  signatureFor,
  type ToolCallPart,
  type ToolOutputBlock,
  type ToolResultPart,
} from "../../conversation/part";
import { arrangeExchanges, needsArranging } from "../arrange-exchanges";
import { argumentText } from "../call-arguments";
import { asArray, asObject, type JsonObject } from "../json-fields";
import { hasSameTools, isUntouched, rawOf, type WireContext, type WireMessage } from "../wire-context";
import { INSTRUCTIONS_ID, type PartSource } from "./decode";
import { untieFromReasoning, withoutDanglingReasoning } from "./reasoning-items";
import { validateOpenAiResponses } from "./validate";

export function encodeOpenAiResponses(conversation: Conversation, wire?: WireContext): JsonValue {
  const own = wire?.format === "openai-responses" ? wire : undefined;
  if (!own) return assemble(conversation, arrangeExchanges(conversation.messages), undefined, withoutDanglingReasoning);
  const plain = assemble(conversation, conversation.messages, own);
  const isSound = !needsArranging(validateOpenAiResponses(plain)) || findViolations(conversation).length > 0;
  if (isSound) return plain;
  return assemble(conversation, arrangeExchanges(conversation.messages), own, withoutDanglingReasoning);
}

type Arrange = (items: readonly JsonObject[]) => readonly JsonObject[];

function assemble(
  conversation: Conversation,
  messages: readonly Message[],
  wire?: WireContext,
  arrange: Arrange = (items) => items,
): JsonValue {
  const { tools } = conversation;
  const customCalls = customCallsIn(messages);
  const encode = (message: Message) => encodeMessage(message, wire?.messages.get(message.id), customCalls);
  if (!wire)
    return {
      input: arrange(messages.flatMap(encode)),
      ...(tools.length > 0 && { tools: tools.map(encodeTool) }),
    } as JsonValue;
  const items = arrange(messages.filter((message) => message.id !== INSTRUCTIONS_ID).flatMap(encode));
  if (Array.isArray(wire.body)) return items as JsonValue;
  const body = wire.body as JsonObject;
  const input = typeof body.input === "string" ? asPlainInput(items) : items;
  const changed = {
    ...instructionsOf(messages, wire),
    ...(!hasSameTools(tools, wire) && { tools: tools.map(encodeTool) }),
  };
  return filterFields({ ...body, ...changed, input }, isSet) as JsonValue;
}

/** Writes a single text as a string again, if it was decoded from one. */
function asPlainInput(items: readonly JsonObject[]): unknown {
  const [only, another] = items;
  return only && !another && only.role === "user" && typeof only.content === "string" ? only.content : items;
}

function instructionsOf(messages: readonly Message[], wire: WireContext): JsonObject {
  const original = wire.messages.get(INSTRUCTIONS_ID);
  const message = messages.find(({ id }) => id === INSTRUCTIONS_ID);
  if (!original || (message && isUntouched(message, original))) return {};
  const text = (message?.parts ?? []).flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
  return { instructions: text === "" ? undefined : text };
}

/** Ids of calls with plain text as input. They belong to custom tools, whose results have another item type. */
function customCallsIn(messages: readonly Message[]): ReadonlySet<string> {
  const calls = messages.flatMap((message) => message.parts.filter((part) => part.type === "tool-call"));
  return new Set(calls.filter(isCustom).map((call) => call.toolCallId));
}

const isCustom = (call: ToolCallPart) => typeof call.input === "string" && call.inputText === call.input;

function encodeMessage(
  message: Message,
  original: WireMessage | undefined,
  customCalls: ReadonlySet<string>,
): readonly JsonObject[] {
  const before = asArray(original?.raw.items) ?? [];
  if (original && isUntouched(message, original)) return before as JsonObject[];
  return untieFromReasoning(encodeParts(message, original, customCalls), before);
}

function encodeParts(
  message: Message,
  original: WireMessage | undefined,
  customCalls: ReadonlySet<string>,
): JsonObject[] {
  const items: JsonObject[] = [];
  let content: { readonly of: JsonObject | null; readonly parts: Part[] } | null = null;
  const flush = () => {
    if (content) items.push(...messageItem(message, content.parts, content.of, original));
    content = null;
  };
  for (const part of message.parts) {
    const source = rawOf(part, original) as PartSource | undefined;
    const isContent = source ? "content" in source : part.type === "text" || part.type === "file";
    if (!isContent) {
      flush();
      items.push(...(source ? [source.item] : newItem(part, customCalls, original)));
      continue;
    }
    const of = source?.item ?? null;
    if (content && of !== null && content.of !== of) flush();
    if (content) content.parts.push(part);
    else content = { of, parts: [part] };
  }
  flush();
  return items;
}

/** A message item with its remaining content, otherwise unchanged. */
function messageItem(
  message: Message,
  parts: readonly Part[],
  of: JsonObject | null,
  original: WireMessage | undefined,
): JsonObject[] {
  const pieces = parts.flatMap((part) => {
    const source = rawOf(part, original) as PartSource | undefined;
    if (source && "content" in source && typeof source.content !== "string") return [source.content as JsonObject];
    return newContent(part, message.role === "assistant");
  });
  if (pieces.length === 0) return [];
  const role = message.role === "tool" ? "user" : message.role;
  const [only, another] = pieces;
  const isPlain = of === null ? message.role !== "assistant" : typeof of.content === "string";
  const content = isPlain && !another && typeof only?.text === "string" ? only.text : pieces;
  return [of ? { ...of, content } : { type: "message", role, content }];
}

function newContent(part: Part, isAnswer: boolean): JsonObject[] {
  if (part.type === "text")
    return part.text === "" ? [] : [{ type: isAnswer ? "output_text" : "input_text", text: part.text }];
  return part.type === "file" ? [fileContent(part, isAnswer)] : [];
}

function fileContent(file: Pick<FilePart, "mediaType" | "data" | "url" | "filename">, isAnswer: boolean): JsonObject {
  const { mediaType, data, url, filename } = file;
  const address = data === undefined ? url : `data:${mediaType};base64,${data}`;
  if (address === undefined || isAnswer)
    return { type: isAnswer ? "output_text" : "input_text", text: `[file: ${filename ?? mediaType}]` };
  if (mediaType.startsWith("image/")) return { type: "input_image", image_url: address };
  if (data === undefined) return { type: "input_file", file_url: address };
  return { type: "input_file", filename: filename ?? "file", file_data: address };
}

/** The items for a new part. Reasoning and other providers' items have no place here. */
function newItem(part: Part, customCalls: ReadonlySet<string>, original: WireMessage | undefined): JsonObject[] {
  if (part.type === "tool-call") return [callItem(part)];
  if (part.type === "tool-result") return [resultItem(part, customCalls, original)];
  if (part.type === "reasoning") return reasoningItem(part);
  const item = part.type === "opaque" && part.provider === "openai" ? asObject(part.value) : null;
  return item && isOwnType(item) ? [item] : [];
}

/** Encrypted reasoning is written without its id, which only answers stored at the provider need. */
function reasoningItem(part: ReasoningPart): JsonObject[] {
  const encrypted = signatureFor("openai", part);
  if (encrypted === undefined) return [];
  const summary = part.text === "" ? [] : [{ type: "summary_text", text: part.text }];
  return [{ type: "reasoning", summary, encrypted_content: encrypted }];
}

const OWN_TYPES = /^(compaction|compaction_summary|item_reference|mcp_\w+|\w+_call|\w+_call_output)$/;
const isOwnType = ({ type }: JsonObject) => typeof type === "string" && OWN_TYPES.test(type);

function callItem(call: ToolCallPart): JsonObject {
  const named = { call_id: call.toolCallId, name: call.toolName };
  if (isCustom(call)) return { type: "custom_tool_call", ...named, input: call.input };
  return { type: "function_call", ...named, arguments: argumentText(call) };
}

/** An edited result keeps the other fields of its original item. */
function resultItem(
  part: ToolResultPart,
  customCalls: ReadonlySet<string>,
  original: WireMessage | undefined,
): JsonObject {
  const own = asObject(asArray(original?.raw.items)?.[0]);
  const output = outputOf(part.output);
  if (own && own.call_id === part.toolCallId && "output" in own) return { ...own, output };
  const type = customCalls.has(part.toolCallId) ? "custom_tool_call_output" : "function_call_output";
  return { type, call_id: part.toolCallId, output };
}

function outputOf(blocks: readonly ToolOutputBlock[]): unknown {
  if (blocks.some((block) => block.type === "file" && (block.data ?? block.url) !== undefined))
    return blocks.map((block) =>
      block.type === "file" ? fileContent(block, false) : { type: "input_text", text: textOf(block) },
    );
  return blocks.map(textOf).join("\n");
}

function textOf(block: ToolOutputBlock): string {
  if (block.type === "text") return block.text;
  return block.type === "file" ? `[file: ${block.mediaType}, ${block.byteLength} bytes]` : jsonText(block.value);
}

const encodeTool = ({ name, description, schema }: ToolDefinition): JsonObject => ({
  type: "function",
  name,
  ...(description !== undefined && { description }),
  parameters: schema,
});
