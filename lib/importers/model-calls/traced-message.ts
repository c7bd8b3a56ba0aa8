import type { Role } from "../../conversation/message";
import { base64Bytes } from "../../formats/anthropic/block-to-part";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { PartDraft } from "../item-session";
import { readLangChainMessage } from "../langchain/read-message";
import { looseContent } from "../loose-content";
import {
  opaqueDraft,
  outputOf,
  parsedJson,
  textCallDraft,
  textDrafts,
  textOutput,
  toolCallDraft,
  toolResultDraft,
} from "../part-drafts";
import type { PromptMessage } from "./model-call";

const ROLES: Readonly<Record<string, Role>> = {
  system: "system",
  developer: "system",
  user: "user",
  human: "user",
  assistant: "assistant",
  ai: "assistant",
  model: "assistant",
  tool: "tool",
  function: "tool",
};

/** The value in a JSON text, or the value itself, because tracing logs store objects as strings. */
export function parsedJsonOr(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{"]/.test(value)) return value;
  return parsedJson(value) ?? value;
}

/**
 * Messages of any provider's shape, in a list (LangChain nests one list in another) or in a body with a system prompt.
 */
export function readTracedMessages(value: unknown): PromptMessage[] {
  const given = parsedJsonOr(value);
  if (typeof given === "string") return given === "" ? [] : [{ role: "user", parts: textDrafts(given) }];
  const body = asObject(given);
  const list = asArray(given) ?? asArray(body?.messages) ?? asArray(body?.input);
  const system = looseContent(body?.system ?? body?.instructions);
  const messages = (list?.length === 1 && asArray(list[0])) || list || (body ? [body] : []);
  const read = messages.flatMap((message) => readTracedMessage(message) ?? []);
  return system.length > 0 ? [{ role: "system", parts: system }, ...read] : read;
}

/** One message in the shape of OpenAI, Anthropic, OpenTelemetry (`parts`) or LangChain. Null if it has no content. */
export function readTracedMessage(value: unknown): PromptMessage | null {
  if (typeof value === "string") return value === "" ? null : { role: "user", parts: textDrafts(value) };
  const langchain = readLangChainMessage(value);
  if (langchain) return langchain.parts.length > 0 ? { role: langchain.role, parts: langchain.parts } : null;
  const message = asObject(value);
  if (!message) return null;
  const item = responsesItem(message);
  if (item) return item;
  const name = asText(message.role);
  const role = name !== null && Object.hasOwn(ROLES, name) ? ROLES[name] : undefined;
  if (name === null) return null;
  // Some clients write the function's name as the role.
  const parts = role === "tool" || role === undefined ? resultParts(message, name) : messageParts(message);
  if (parts.length === 0) return null;
  return { role: role ?? (parts.some((part) => part.type === "tool-result") ? "tool" : "user"), parts };
}

/** Items of the Responses API other than messages. */
function responsesItem(item: JsonObject): PromptMessage | null {
  const id = asText(item.call_id) ?? "";
  if (item.type === "function_call" && typeof item.arguments === "string")
    return { role: "assistant", parts: [textCallDraft(id, asText(item.name) ?? "", item.arguments)] };
  if (item.type === "function_call_output")
    return { role: "tool", parts: [toolResultDraft(id, looseContent(item.output).flatMap(outputOf), false)] };
  if (item.type === "reasoning") return { role: "assistant", parts: looseContent([item]) };
  return null;
}

function messageParts(message: JsonObject): PartDraft[] {
  const listed = asArray(message.parts);
  const content = listed ? listed.flatMap(otelPart) : looseContent(parsedBlocks(message.content));
  const calls = (asArray(message.tool_calls) ?? []).flatMap(callPart);
  const reasoning = asText(message.reasoning_content) ?? asText(message.reasoning);
  const legacy = asObject(message.function_call);
  return [
    ...(reasoning === null ? [] : [{ type: "reasoning", text: reasoning } as const]),
    ...content,
    ...calls,
    ...(legacy ? callPart({ function: legacy }) : []),
  ];
}

/** Content that was logged as the JSON text of blocks becomes blocks. Other text stays text. */
function parsedBlocks(content: unknown): unknown {
  if (typeof content !== "string" || !content.startsWith("[{")) return content;
  const parsed = asArray(parsedJsonOr(content));
  return parsed?.every((block) => asText(asObject(block)?.type) !== null) ? parsed : content;
}

function resultParts(message: JsonObject, name: string): PartDraft[] {
  const listed = asArray(message.parts);
  if (listed) return listed.flatMap(otelPart);
  const content = looseContent(parsedBlocks(message.content));
  // The AI SDK and Anthropic put the id of the call inside the content.
  if (content.some((part) => part.type === "tool-result")) return content;
  const id = asText(message.tool_call_id) ?? asText(message.toolCallId);
  const isResult = id !== null || name === "tool" || name === "function";
  return isResult ? [toolResultDraft(id ?? "", content.flatMap(outputOf), false, asText(message.name))] : content;
}

function callPart(value: unknown): PartDraft[] {
  const call = asObject(value);
  const named = asObject(call?.function) ?? call;
  const name = asText(named?.name);
  if (!call || name === null) return [];
  const id = asText(call.id) ?? "";
  const input = named?.arguments ?? named?.args ?? named?.input;
  return [typeof input === "string" ? textCallDraft(id, name, input) : toolCallDraft(id, name, input)];
}

/** Reads a message part as OpenTelemetry's GenAI semantic conventions define it. */
function otelPart(value: unknown): PartDraft[] {
  const part = asObject(value);
  const text = asString(part?.content) ?? asString(part?.text);
  switch (part?.type) {
    case "text":
      return textDrafts(text);
    case "reasoning":
      return text ? [{ type: "reasoning", text }] : [];
    case "tool_call":
      return callPart(part);
    case "tool_call_response":
      return [toolResultDraft(asText(part.id) ?? "", responseOutput(part.response ?? part.result), false)];
    case "blob":
      return blobPart(part);
    case "uri":
      return uriPart(part);
    default:
      return [opaqueDraft(value)];
  }
}

const mediaTypeOf = (part: JsonObject) => asText(part.mime_type) ?? `${asText(part.modality) ?? "application"}/*`;

function blobPart(part: JsonObject): PartDraft[] {
  const data = asString(part.content) ?? asString(part.data) ?? "";
  return [{ type: "file", mediaType: mediaTypeOf(part), byteLength: base64Bytes(data), data }];
}

function uriPart(part: JsonObject): PartDraft[] {
  const url = asText(part.uri);
  return [{ type: "file", mediaType: mediaTypeOf(part), byteLength: 0, ...(url && { url }) }];
}

const responseOutput = (response: unknown) =>
  typeof response === "object" && response !== null && !Array.isArray(response)
    ? textOutput(JSON.stringify(response))
    : looseContent(response).flatMap(outputOf);
