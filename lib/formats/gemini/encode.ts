import { filterFields, isSet, jsonText } from "../../conversation/exact-json";
import { findViolations } from "../../conversation/invariants";
import type { Conversation, Message, ToolDefinition } from "../../conversation/message";
import {
  type FilePart,
  type JsonValue,
  type Part,
  signatureFor,
  type ToolCallPart,
  type ToolOutputBlock,
  type ToolResultPart,
} from "../../conversation/part";
import { arrangeExchanges, needsArranging } from "../arrange-exchanges";
import { callArguments } from "../call-arguments";
import { asObject, type JsonObject, listOf } from "../json-fields";
import { OPENING_TEXT, reopened } from "../opening";
import { hasSameTools, isUntouched, originOf, rawOf, type WireContext, type WireMessage } from "../wire-context";
import { SYSTEM_ID, SYSTEM_KEYS, systemKeyOf } from "./decode";
import { textKeyOf } from "./decode-parts";
import { isSigned, signFirstCalls } from "./sign-calls";
import { joinSplitTurns } from "./turn-order";
import { validateGemini } from "./validate";

export function encodeGemini(conversation: Conversation, wire?: WireContext): JsonValue {
  const own = wire?.format === "gemini" ? wire : undefined;
  const { messages } = conversation;
  if (!own) return assemble(conversation, arrange(messages));
  const contents = reopened(joinSplitTurns(toContents(bodyMessages(messages, own), own)), own);
  const plain = assemble(conversation, contents, own);
  const isSound = !needsArranging(validateGemini(plain)) || findViolations(conversation).length > 0;
  return isSound ? plain : assemble(conversation, arrange(messages, own), own);
}

/**
 * Rearranges contents to be valid: a user content first, calls and their results in one content each, required
 * signatures.
 */
function arrange(messages: readonly Message[], wire?: WireContext): readonly JsonObject[] {
  const contents = joinSplitTurns(toContents(arrangeExchanges(bodyMessages(messages, wire)), wire));
  const opened = contents[0]?.role === "model" ? [userText(OPENING_TEXT), ...contents] : contents;
  const wasSigned = messages.some(({ parts }) => parts.some((part) => signatureFor("google", part) !== undefined));
  return wasSigned && isSigned(opened) ? signFirstCalls(opened) : opened;
}

const userText = (text: string): JsonObject => ({ role: "user", parts: [{ text }] });

const bodyMessages = (messages: readonly Message[], wire?: WireContext) =>
  messages.slice(systemMessages(messages, wire).length);

/** With a wire context, the message decoded from the system instruction; without one, all leading system messages. */
function systemMessages(messages: readonly Message[], wire?: WireContext): readonly Message[] {
  const end = messages.findIndex(({ id, role }) => role !== "system" || (wire?.messages.has(id) && id !== SYSTEM_ID));
  return end === -1 ? messages : messages.slice(0, end);
}

function assemble(conversation: Conversation, contents: readonly JsonObject[], wire?: WireContext): JsonValue {
  if (wire && Array.isArray(wire.body)) return contents as JsonValue;
  const { tools } = conversation;
  const isChanged = wire ? !hasSameTools(tools, wire) : tools.length > 0;
  const body = {
    ...asObject(wire?.body),
    ...systemOf(systemMessages(conversation.messages, wire), wire),
    ...(isChanged && { tools: encodeTools(tools) }),
    contents,
  };
  return filterFields(body, isSet) as JsonValue;
}

function systemOf(messages: readonly Message[], wire?: WireContext): JsonObject {
  const [only, another] = messages;
  const original = only && wire?.messages.get(only.id);
  if (only && !another && original && isUntouched(only, original))
    return { [systemKeyOf(wire?.body)]: original.raw.system };
  const parts = messages.flatMap((message) => encodeParts(message.parts, wire?.messages.get(message.id)));
  if (parts.length > 0) return { [systemKeyOf(wire?.body)]: { parts } };
  return Object.fromEntries(SYSTEM_KEYS.map((key) => [key, undefined]));
}

function toContents(messages: readonly Message[], wire?: WireContext): JsonObject[] {
  return messages.flatMap((message) => listOf(encodeMessage(message, wire?.messages.get(message.id))));
}

function encodeMessage(message: Message, original?: WireMessage): JsonObject | null {
  if (original && isUntouched(message, original)) return original.raw;
  const parts = encodeParts(message.parts, original);
  if (parts.length === 0) return null;
  return { ...original?.raw, role: original?.raw.role ?? (message.role === "assistant" ? "model" : "user"), parts };
}

function encodeParts(parts: readonly Part[], original?: WireMessage): JsonObject[] {
  return parts.flatMap((part) => {
    const raw = rawOf(part, original);
    if (typeof raw === "string") return raw === "" ? [] : [{ text: raw }];
    return listOf(asObject(raw) ?? carryOver(part, original) ?? encodePart(part));
  });
}

/** An edited call or result keeps its id (or its absence) and all other fields of the original part. */
function carryOver(part: Part, original?: WireMessage): JsonObject | null {
  if (part.type === "tool-call") return carriedCall(part, asObject(originOf(part, original)));
  if (part.type !== "tool-result" || !original) return null;
  const before = asObject(originOf(part, original)) ?? soleResult(original);
  const key = before && "function_response" in before ? "function_response" : "functionResponse";
  const response = asObject(before?.[key]);
  if (!before || !response || (response.name ?? part.toolName) !== part.toolName) return null;
  const { parts: _files, ...rest } = response;
  return { ...before, [key]: { ...rest, ...ownId(response, part), ...responseOf(part, response) } };
}

function carriedCall(part: ToolCallPart, before: JsonObject | null): JsonObject | null {
  const key = before && "function_call" in before ? "function_call" : "functionCall";
  const call = asObject(before?.[key]);
  return call && { ...before, [key]: { ...call, ...ownId(call, part), args: callArguments(part) } };
}

const ownId = ({ id }: JsonObject, { toolCallId }: ToolCallPart | ToolResultPart): JsonObject =>
  id === undefined ? {} : { id: toolCallId };

function soleResult({ parts }: WireMessage): JsonObject | null {
  const [only, another] = parts;
  return only && !another ? asObject(only.raw) : null;
}

/** Schemas of other formats are JSON Schema, for which the API has a separate field. */
function encodeTools(tools: readonly ToolDefinition[]): JsonObject[] {
  const groups = tools.flatMap(({ name, schema }) => {
    const group = asObject(schema);
    return group && Object.keys(group)[0] === name ? [group] : [];
  });
  const declared = tools.filter(({ name, schema }) => Object.keys(asObject(schema) ?? {})[0] !== name);
  const functionDeclarations = declared.map(({ name, description, schema }) => ({
    name,
    ...(description !== undefined && { description }),
    parametersJsonSchema: schema,
  }));
  return [...(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []), ...groups];
}

/** A part as a Gemini part; null if the API has no place for it: empty text, other providers' items. */
function encodePart(part: Part): JsonObject | null {
  switch (part.type) {
    case "text":
      return part.text === "" && !part.signature ? null : { text: part.text, ...signature(part) };
    case "reasoning":
      return part.text === "" ? null : { text: part.text, thought: true, ...signature(part) };
    case "tool-call":
      return { functionCall: encodeCall(part), ...signature(part) };
    case "tool-result":
      return { functionResponse: encodeResult(part) };
    case "file":
      return filePart(part);
    case "opaque":
      return part.provider === "google" ? asObject(part.value) : null;
    default:
      return part satisfies never;
  }
}

function signature(part: Part): JsonObject {
  const own = signatureFor("google", part);
  return own === undefined ? {} : { thoughtSignature: own };
}

const encodeCall = (part: ToolCallPart): JsonObject => ({
  id: part.toolCallId,
  name: part.toolName,
  args: callArguments(part),
});

const encodeResult = (part: ToolResultPart): JsonObject => ({
  id: part.toolCallId,
  name: part.toolName ?? "unknown",
  ...responseOf(part),
});

/**
 * A function's result, with its files. The text goes where the original had it, otherwise under `output` or `error`, as
 * in the API's guide.
 */
function responseOf({ output, isError }: ToolResultPart, original: JsonObject = {}): JsonObject {
  const files = output.flatMap((block) => (isInline(block) ? [inlineData(block)] : []));
  const text = output.flatMap((block) => (isInline(block) ? [] : [blockText(block)])).join("\n");
  const key = textKeyOf(original);
  const isSameKind = key !== null && (key === "error") === isError;
  const response = isSameKind
    ? { ...asObject(original.response), [key]: text }
    : { [isError ? "error" : "output"]: text };
  return { response, ...(files.length > 0 && { parts: files }) };
}

const isInline = (block: ToolOutputBlock): block is InlineBlock => block.type === "file" && block.data !== undefined;

type InlineBlock = Extract<ToolOutputBlock, { type: "file" }>;

function blockText(block: ToolOutputBlock): string {
  if (block.type === "text") return block.text;
  return block.type === "file" ? `[file: ${block.url ?? block.mediaType}]` : jsonText(block.value);
}

const inlineData = ({ mediaType, data }: Pick<FilePart, "mediaType" | "data">): JsonObject => ({
  inlineData: { mimeType: mediaType, data },
});

function filePart(file: FilePart): JsonObject {
  if (file.data !== undefined) return inlineData(file);
  if (file.url !== undefined) return { fileData: { mimeType: file.mediaType, fileUri: file.url } };
  return { text: `[file: ${file.filename ?? file.mediaType}, ${file.byteLength} bytes]` };
}
