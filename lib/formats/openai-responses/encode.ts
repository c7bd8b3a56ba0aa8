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
import { argumentText, inputText } from "../call-arguments";
import { asArray, asObject, asObjects, type JsonObject } from "../json-fields";
import { hasSameTools, isUntouched, originOf, rawOf, type WireContext, type WireMessage } from "../wire-context";
import { INSTRUCTIONS_ID, type PartSource } from "./decode";
import { callIdOf, typeOfItem } from "./decode-item";
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
  const kinds = { custom: customCallsIn(messages), plain: plainCallsIn(messages, wire) };
  const encode = (message: Message) => encodeMessage(message, wire?.messages.get(message.id), kinds);
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

type CallKinds = { readonly custom: ReadonlySet<string>; readonly plain: ReadonlySet<string> };

/**
 * Ids of calls of the provider's own tools (`computer_call`, `shell_call`) whose call or output an edit changed. Their
 * items have no place for arbitrary text, so both are written as a function's call and output.
 */
function plainCallsIn(messages: readonly Message[], wire: WireContext | undefined): ReadonlySet<string> {
  const changed = messages.flatMap((message) => {
    const original = wire?.messages.get(message.id);
    if (!original || isUntouched(message, original)) return [];
    return message.parts.filter(isPaired).filter((part) => {
      const item = rawOf(part, original) === undefined ? itemOf(part, original) : null;
      return item !== null && !FREE_TYPES.has(typeOfItem(item)) && typeof item.output !== "string";
    });
  });
  return new Set(changed.map(({ toolCallId }) => toolCallId));
}

const FREE_TYPES = new Set(["function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output"]);

const isPaired = (part: Part): part is ToolCallPart | ToolResultPart =>
  part.type === "tool-call" || part.type === "tool-result";

/** The item of a call or output in the message that was sent. */
const itemOf = ({ toolCallId }: ToolCallPart | ToolResultPart, original: WireMessage | undefined): JsonObject | null =>
  asObjects(original?.raw.items).find((item) => callIdOf(item) === toolCallId) ?? null;

function encodeMessage(message: Message, original: WireMessage | undefined, kinds: CallKinds): readonly JsonObject[] {
  const before = asArray(original?.raw.items) ?? [];
  const isPlain = message.parts.some((part) => isPaired(part) && kinds.plain.has(part.toolCallId));
  if (original && !isPlain && isUntouched(message, original)) return before as JsonObject[];
  return untieFromReasoning(encodeParts(message, original, kinds), before);
}

function encodeParts(message: Message, original: WireMessage | undefined, kinds: CallKinds): JsonObject[] {
  const items: JsonObject[] = [];
  let content: { readonly of: JsonObject | null; readonly parts: Part[] } | null = null;
  const flush = () => {
    if (content) items.push(...messageItem(message, content.parts, content.of, original));
    content = null;
  };
  for (const part of message.parts) {
    const isPlain = isPaired(part) && kinds.plain.has(part.toolCallId);
    const source = isPlain ? undefined : (rawOf(part, original) as PartSource | undefined);
    const isContent = source ? "content" in source : part.type === "text" || part.type === "file";
    if (!isContent) {
      flush();
      items.push(...(source ? [source.item] : newItem(part, kinds, original)));
      continue;
    }
    const of = (originOf(part, original) as PartSource | undefined)?.item ?? null;
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
function newItem(part: Part, kinds: CallKinds, original: WireMessage | undefined): JsonObject[] {
  if (isPaired(part)) {
    const before = kinds.plain.has(part.toolCallId) ? null : itemOf(part, original);
    return [part.type === "tool-call" ? callItem(part, before) : resultItem(part, kinds, before)];
  }
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

/** An edited call keeps the other fields of its original item, apart from the id of what the provider stored. */
function callItem(call: ToolCallPart, before: JsonObject | null): JsonObject {
  const { id: _id, ...fields } = before ?? {};
  const named = { call_id: call.toolCallId, name: call.toolName };
  if (before?.type === "custom_tool_call" || (!before && isCustom(call)))
    return {
      ...fields,
      type: "custom_tool_call",
      ...named,
      input: inputText(call),
    };
  return { ...fields, type: "function_call", ...named, arguments: argumentText(call) };
}

/** An edited result keeps the other fields of its original item. */
function resultItem(part: ToolResultPart, { custom, plain }: CallKinds, before: JsonObject | null): JsonObject {
  const output = outputOf(part.output);
  if (before) return { ...before, output };
  const isCustom = custom.has(part.toolCallId) && !plain.has(part.toolCallId);
  return { type: isCustom ? "custom_tool_call_output" : "function_call_output", call_id: part.toolCallId, output };
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
