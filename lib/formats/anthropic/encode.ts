import { filterFields } from "../../conversation/exact-json";
import { findViolations } from "../../conversation/invariants";
import type { Conversation, Message, ToolDefinition } from "../../conversation/message";
import { type JsonValue, type Part, signatureFor, type ToolOutputBlock, toolOutputText } from "../../conversation/part";
import { arrangeExchanges, needsArranging } from "../arrange-exchanges";
import { keepCacheMarks } from "../cache-marks";
import { callArguments } from "../call-arguments";
import { asArray, asObject, type JsonObject, listOf } from "../json-fields";
import { OPENING_TEXT, reopened } from "../opening";
import {
  hasSameTools,
  isUntouched,
  messageList,
  rawOf,
  type WireContext,
  type WireMessage,
  withMessages,
} from "../wire-context";
import { SYSTEM_ID } from "./decode";
import { isReadableFile } from "./readable-file";
import { validateAnthropic } from "./validate";

export function encodeAnthropic(conversation: Conversation, wire?: WireContext): JsonValue {
  const own = wire?.format === "anthropic" ? wire : undefined;
  if (!own) return encodeArranged({ ...conversation, messages: conversation.messages.map(withValidIds) });
  const messages = toMessages(bodyMessages(conversation.messages, own), own);
  const plain = assemble(conversation, reopened(messages, own), own);
  const isSound = !needsArranging(validateAnthropic(plain)) || findViolations(conversation).length > 0;
  return isSound ? plain : encodeArranged(conversation, own);
}

/** Ids consist of letters, digits, `_` and `-`. Other clients' ids have more: `functions.read:0`, `call_1|fc_1`. */
function withValidIds(message: Message): Message {
  const parts = message.parts.map((part) =>
    part.type === "tool-call" || part.type === "tool-result"
      ? { ...part, toolCallId: part.toolCallId.replaceAll(/[^\w-]/g, "_") }
      : part,
  );
  return { ...message, parts };
}

function encodeArranged(conversation: Conversation, wire?: WireContext): JsonValue {
  const messages = arrangeExchanges(bodyMessages(conversation.messages, wire));
  return assemble(conversation, trimEnd(startWithUser(mergeRuns(toMessages(messages, wire)))), wire);
}

/** The messages that are not sent as `system` (see `systemMessages`). */
function bodyMessages(messages: readonly Message[], wire?: WireContext): readonly Message[] {
  return messages.slice(systemMessages(messages, wire).length);
}

/**
 * Leading system messages: all of them without a wire context; with one, only new ones and the one decoded from
 * `system`.
 */
function systemMessages(messages: readonly Message[], wire?: WireContext): readonly Message[] {
  const isSystem = (message: Message) =>
    message.role === "system" && (!wire?.messages.has(message.id) || message.id === SYSTEM_ID);
  const end = messages.findIndex((message) => !isSystem(message));
  return end === -1 ? messages : messages.slice(0, end);
}

function assemble(conversation: Conversation, messages: readonly JsonObject[], wire?: WireContext): JsonValue {
  const system = encodeSystem(systemMessages(conversation.messages, wire), wire);
  const { tools } = conversation;
  if (!wire)
    return {
      ...(system !== undefined && { system }),
      ...(tools.length > 0 && { tools: tools.map(encodeTool) }),
      messages,
    } as JsonValue;
  const changed = {
    ...(system !== asObject(wire.body)?.system && { system }),
    ...(!hasSameTools(tools, wire) && { tools: tools.map(encodeTool) }),
  };
  return withMessages(wire, keepCacheMarks(messageList(wire.body) ?? [], messages), changed);
}

function encodeSystem(messages: readonly Message[], wire?: WireContext): unknown {
  const [only] = messages;
  if (!only) return undefined;
  const original = wire?.messages.get(only.id);
  if (messages.length === 1 && original && isUntouched(only, original)) return original.raw.content;
  const blocks = messages.flatMap((message) => contentBlocks(message.parts, wire?.messages.get(message.id)));
  const allowed = wire ? blocks : blocks.filter((block) => block.type === "text");
  if (allowed.length === 0) return undefined;
  return simplest(allowed, original);
}

function toMessages(messages: readonly Message[], wire?: WireContext): JsonObject[] {
  return messages.flatMap((message) => listOf(encodeMessage(message, wire?.messages.get(message.id))));
}

function encodeMessage(message: Message, original?: WireMessage): JsonObject | null {
  if (original && isUntouched(message, original)) return original.raw;
  const content = contentBlocks(
    message.parts.map((part) => placed(part, message)),
    original,
  );
  if (content.length === 0) return null;
  const role = original?.raw.role ?? (message.role === "assistant" ? "assistant" : "user");
  return { ...original?.raw, role, content: simplest(content, original) };
}

/** Only a user may send files, so a model's file becomes a text with its name. */
function placed(part: Part, { role }: Message): Part {
  if (part.type !== "file" || role !== "assistant") return part;
  return { id: part.id, type: "text", text: `[file: ${part.filename ?? part.mediaType}, ${part.byteLength} bytes]` };
}

/** A single plain text is sent as a string, unless the original message had blocks. */
function simplest(blocks: readonly JsonObject[], original?: WireMessage): unknown {
  const [only] = blocks;
  const isPlain = blocks.length === 1 && only?.type === "text" && Object.keys(only).length === 2;
  return isPlain && !Array.isArray(original?.raw.content) ? only?.text : blocks;
}

function contentBlocks(parts: readonly Part[], original?: WireMessage): JsonObject[] {
  return parts.flatMap((part) => {
    const raw = rawOf(part, original);
    if (typeof raw === "string") return raw === "" ? [] : [{ type: "text", text: raw }];
    return listOf(asObject(raw) ?? carryOver(part, blockFromPart(part), original));
  });
}

/** An edited tool block keeps the original's other fields (such as cache_control). */
function carryOver(part: Part, block: JsonObject | null, original?: WireMessage): JsonObject | null {
  if (!block || !original || (part.type !== "tool-call" && part.type !== "tool-result")) return block;
  const key = part.type === "tool-call" ? "id" : "tool_use_id";
  const before = original.parts
    .map(({ raw }) => asObject(raw))
    .find((raw) => raw !== null && raw.type === block.type && raw[key] === part.toolCallId);
  if (!before) return block;
  const isOld = (name: string) => (name === "content" || name === "is_error") && !(name in block);
  return filterFields({ ...before, ...block }, (name) => !isOld(name));
}

/** Trims the last text, because the API responds "Final assistant content cannot end with trailing whitespace". */
function trimEnd(messages: readonly JsonObject[]): readonly JsonObject[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return messages;
  const { content } = last;
  if (typeof content === "string") return [...messages.slice(0, -1), { ...last, content: content.trimEnd() }];
  const block = asObject(asArray(content)?.at(-1));
  if (block?.type !== "text" || typeof block.text !== "string" || block.text === block.text.trimEnd()) return messages;
  const blocks = [...(asArray(content) ?? []).slice(0, -1), { ...block, text: block.text.trimEnd() }];
  return [...messages.slice(0, -1), { ...last, content: blocks }];
}

function encodeTool(tool: ToolDefinition): JsonObject {
  const schema = asObject(tool.schema);
  // A provider-run tool (such as web search) has no schema, so its entire definition was kept.
  if (schema && typeof schema.type === "string" && schema.name === tool.name) return schema;
  return {
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
    input_schema: tool.schema,
  };
}

/** Joins consecutive messages of one role, so that all results of a batch are in the next user message. */
function mergeRuns(messages: readonly JsonObject[]): JsonObject[] {
  const runs: JsonObject[][] = [];
  for (const message of messages) {
    const run = runs.at(-1);
    if (run !== undefined && run[0]?.role === message.role) run.push(message);
    else runs.push([message]);
  }
  return runs.map((run) =>
    run.length === 1 ? (run[0] as JsonObject) : { ...run[0], content: run.flatMap(({ content }) => blocksOf(content)) },
  );
}

const blocksOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : content === "" ? [] : [{ type: "text", text: content }];

/**
 * Adds a user message after the system messages, unless the conversation starts with a compaction block, which may come
 * first.
 */
function startWithUser(messages: readonly JsonObject[]): readonly JsonObject[] {
  const start = messages.findIndex(({ role }) => role !== "system");
  const first = messages[start];
  const isOpened = first?.role !== "assistant" || asObject(asArray(first.content)?.[0])?.type === "compaction";
  return isOpened ? messages : messages.toSpliced(start, 0, { role: "user", content: OPENING_TEXT });
}

/** Content types of the OpenAI formats, which the Messages API would reject. */
const FOREIGN_TYPES = new Set(["refusal", "input_audio", "image_url", "file", "custom"]);

/**
 * A part as a content block of the Messages API; null if the API has no place for it: empty text, reasoning without
 * Anthropic's signature, other providers' items.
 */
function blockFromPart(part: Part): JsonObject | null {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? null : { type: "text", text: part.text };
    case "reasoning":
      return reasoningBlock(part);
    case "tool-call":
      return { type: "tool_use", id: part.toolCallId, name: part.toolName, input: callArguments(part) };
    case "tool-result":
      return {
        type: "tool_result",
        tool_use_id: part.toolCallId,
        ...(part.output.length > 0 && { content: outputContent(part.output) }),
        ...(part.isError && { is_error: true }),
      };
    case "file":
      return fileBlock(part);
    case "opaque":
      return part.provider === "anthropic" ? opaqueBlock(part.value) : null;
    default:
      return part satisfies never;
  }
}

function reasoningBlock(part: Part & { type: "reasoning" }): JsonObject | null {
  if (part.provider !== "anthropic") return null;
  if (part.redactedData !== undefined) return { type: "redacted_thinking", data: part.redactedData };
  const signature = signatureFor("anthropic", part);
  return signature === undefined ? null : { type: "thinking", thinking: part.text, signature };
}

/** The content of a tool result: a string for a single text, otherwise blocks. */
function outputContent(output: readonly ToolOutputBlock[]): unknown {
  if (output.every((block) => block.type === "text") && output.length === 1) return toolOutputText(output);
  return output.flatMap((block): unknown[] => {
    if (block.type === "text") return block.text === "" ? [] : [{ type: "text", text: block.text }];
    if (block.type === "opaque") return listOf(opaqueBlock(block.value));
    return [fileBlock(block)];
  });
}

type FileContent = { mediaType: string; data?: string; url?: string; filename?: string; byteLength: number };

function fileBlock(file: FileContent): JsonObject {
  const type = file.mediaType.startsWith("image/") ? "image" : "document";
  const title = type === "document" && file.filename ? { title: file.filename } : {};
  if (file.data !== undefined && isReadableFile(file))
    return { type, source: { type: "base64", media_type: file.mediaType, data: file.data }, ...title };
  if (file.url !== undefined) return { type, source: { type: "url", url: file.url }, ...title };
  return { type: "text", text: `[file: ${file.filename ?? file.mediaType}, ${file.byteLength} bytes]` };
}

function opaqueBlock(value: unknown): JsonObject | null {
  const block = asObject(value);
  return block && typeof block.type === "string" && !FOREIGN_TYPES.has(block.type) ? block : null;
}
