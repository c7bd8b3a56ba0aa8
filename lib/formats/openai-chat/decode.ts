import { ok, type Result } from "../../conversation/errors";
import { parseJson } from "../../conversation/exact-json";
import type { Message, Role, ToolDefinition } from "../../conversation/message";
import type { JsonValue, Part, ToolOutputBlock } from "../../conversation/part";
import { type Decoded, invalidBody } from "../codec";
import { asArray, asObject, asString, asText, type JsonObject } from "../json-fields";
import { nameResults } from "../name-results";
import { messageList, type WireMessage } from "../wire-context";
import { partFromContent } from "./content";

const ROLE: Readonly<Record<string, Role>> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  tool: "tool",
  function: "tool",
};

type DecodedPart = { readonly part: Part; readonly raw: unknown };
/** Calls of the legacy `function_call` field have no id. They are paired by order and name. */
type LegacyCalls = { readonly open: { id: string; name: string }[]; count: number };

export function decodeOpenAiChat(body: unknown): Result<Decoded> {
  const list = messageList(body);
  if (!list) return invalidBody("The body has no list of messages.", "$.messages");
  const root = Array.isArray(body) ? "$" : "$.messages";
  const legacy: LegacyCalls = { open: [], count: 0 };
  const messages: Message[] = [];
  const wire = new Map<string, WireMessage>();
  for (const [index, value] of list.entries()) {
    const decoded = decodeMessage(value, `m${index}`, `${root}[${index}]`, legacy);
    if (!decoded.ok) return decoded;
    messages.push(decoded.value.message);
    wire.set(decoded.value.message.id, decoded.value.wire);
  }
  const tools = decodeTools(asObject(body));
  return ok({
    conversation: { tools, messages: nameResults(messages) },
    wire: { format: "openai-chat", body, messages: wire, tools },
  });
}

function decodeMessage(
  value: unknown,
  id: string,
  at: string,
  legacy: LegacyCalls,
): Result<{ message: Message; wire: WireMessage }> {
  const raw = asObject(value);
  if (!raw) return invalidBody("A message must be an object.", at);
  const given = asString(raw.role) ?? "";
  const role = Object.hasOwn(ROLE, given) ? ROLE[given] : undefined;
  if (!role) return invalidBody("role must be system, developer, user, assistant, tool or function.", `${at}.role`);
  const { content } = raw;
  const isReadable = content === undefined || content === null || typeof content === "string" || Array.isArray(content);
  if (!isReadable) return invalidBody("content must be a string, a list of parts or null.", `${at}.content`);
  const parts = role === "tool" ? [resultPart(raw, id, legacy)] : contentAndCalls(raw, id, legacy);
  const message = { id, role, parts: parts.map(({ part }) => part) };
  return ok({ message, wire: { raw, parts: parts.map(({ part, raw }) => ({ id: part.id, raw })) } });
}

function contentAndCalls(raw: JsonObject, id: string, legacy: LegacyCalls): DecodedPart[] {
  const parts = [
    ...reasoningParts(raw, id),
    ...contentParts(raw.content, id),
    ...refusalParts(raw, id),
    ...callParts(raw, id, legacy),
  ];
  // Give every message at least one part, so that it can be referred to: `content: null` becomes an empty text.
  return parts.length > 0 ? parts : [{ part: { id: `${id}.0`, type: "text", text: "" }, raw: raw.content ?? null }];
}

/**
 * Decodes `reasoning_content` (DeepSeek and others) or `reasoning` (OpenRouter), which are not OpenAI's but common in
 * its format.
 */
function reasoningParts(raw: JsonObject, id: string): DecodedPart[] {
  const text = asText(raw.reasoning_content) ?? asText(raw.reasoning);
  return text === null ? [] : [{ part: { id: `${id}.reasoning`, type: "reasoning", text }, raw: text }];
}

function contentParts(content: unknown, id: string): DecodedPart[] {
  if (typeof content === "string")
    return content === "" ? [] : [{ part: { id: `${id}.0`, type: "text", text: content }, raw: content }];
  return (asArray(content) ?? []).map((raw, index) => ({ part: partFromContent(raw, `${id}.${index}`), raw }));
}

function refusalParts(raw: JsonObject, id: string): DecodedPart[] {
  const refusal = asText(raw.refusal);
  if (refusal === null) return [];
  return [
    {
      part: { id: `${id}.refusal`, provider: "openai", type: "opaque", value: { type: "refusal", refusal } },
      raw: refusal,
    },
  ];
}

function callParts(raw: JsonObject, id: string, legacy: LegacyCalls): DecodedPart[] {
  const calls = (asArray(raw.tool_calls) ?? []).map((call, index) => {
    return { part: partFromCall(call, `${id}.call.${index}`), raw: call };
  });
  const legacyCall = asObject(raw.function_call);
  if (!legacyCall) return calls;
  legacy.count += 1;
  const toolCallId = `function_call_${legacy.count}`;
  const toolName = asString(legacyCall.name) ?? "";
  legacy.open.push({ id: toolCallId, name: toolName });
  const part = {
    id: `${id}.call.legacy`,
    type: "tool-call",
    toolCallId,
    toolName,
    ...callInput(legacyCall.arguments),
  } as const;
  return [...calls, { part, raw: legacyCall }];
}

function partFromCall(value: unknown, id: string): Part {
  const call = asObject(value);
  const named = asObject(call?.function) ?? asObject(call?.custom);
  const toolCallId = asString(call?.id);
  const toolName = asString(named?.name);
  if (toolCallId === null || toolName === null)
    return { id, provider: "openai", type: "opaque", value: value as JsonValue };
  return { id, type: "tool-call", toolCallId, toolName, ...callInput(named?.arguments ?? named?.input) };
}

/** The exact argument text and its parsed value. Text that is not JSON is its own value. */
function callInput(given: unknown): { input: JsonValue; inputText?: string } {
  if (typeof given !== "string") return { input: (given ?? {}) as JsonValue };
  try {
    return { input: parseJson(given) as JsonValue, inputText: given };
  } catch {
    return { input: given, inputText: given };
  }
}

function resultPart(raw: JsonObject, id: string, legacy: LegacyCalls): DecodedPart {
  const toolName = asText(raw.name);
  const toolCallId = asText(raw.tool_call_id) ?? takeLegacyCall(legacy, toolName);
  const output = outputOf(raw.content);
  const part = {
    id: `${id}.0`,
    type: "tool-result",
    toolCallId,
    output,
    isError: null,
    ...(toolName && { toolName }),
  } as const;
  return { part, raw };
}

function takeLegacyCall(legacy: LegacyCalls, name: string | null): string {
  const index = legacy.open.findIndex((call) => name === null || call.name === name);
  return index === -1 ? "" : (legacy.open.splice(index, 1)[0]?.id ?? "");
}

function outputOf(content: unknown): ToolOutputBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return (asArray(content) ?? []).map((value): ToolOutputBlock => {
    const block = asObject(value);
    if (block?.type === "text" && typeof block.text === "string") return { type: "text", text: block.text };
    return { type: "opaque", value: value as JsonValue };
  });
}

function decodeTools(body: JsonObject | null): ToolDefinition[] {
  const listed = (asArray(body?.tools) ?? []).map((tool) => {
    return asObject(asObject(tool)?.function) ?? asObject(asObject(tool)?.custom) ?? asObject(tool);
  });
  const legacy = (asArray(body?.functions) ?? []).map(asObject);
  return [...listed, ...legacy].flatMap((tool) => {
    const name = asText(tool?.name) ?? asText(tool?.type);
    if (!tool || name === null) return [];
    const description = asString(tool.description);
    const schema = (tool.parameters ?? {}) as JsonValue;
    return [{ name, ...(description !== null && { description }), schema }];
  });
}
