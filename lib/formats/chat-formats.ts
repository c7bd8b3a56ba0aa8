import { asArray, asObject, asText, type JsonObject } from "./json-fields";
import { messageList } from "./wire-context";

/** The formats whose bodies contain a list of `messages`. */
export type ChatFormat = "openai-chat" | "anthropic" | "ai-sdk";

const ANTHROPIC_BLOCKS = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "document",
  "server_tool_use",
  "mcp_tool_use",
  "search_result",
  "container_upload",
  "compaction",
]);
const OPENAI_PARTS = new Set(["image_url", "input_audio", "refusal"]);
const AI_SDK_PARTS = new Set(["tool-call", "tool-result", "reasoning", "step-start", "source-url", "source-document"]);
const OPENAI_ROLES = new Set(["developer", "function"]);

/**
 * The possible formats of a body with a list of messages; null without such a list. The contents of the messages
 * decide, and mixed messages give several formats. If they fit all formats, other fields decide, then marks that
 * gateways also pass on, and last the model's name, because gateways serve every model in every format. Plain texts
 * look the same in all formats, so they are assumed to be in the most common one.
 */
export function chatFormats(body: unknown): ReadonlySet<ChatFormat> | null {
  const list = messageList(body);
  if (!list || list.length === 0) return null;
  const messages = list.map(asObject).filter((message) => message !== null);
  if (messages.length !== list.length || !messages.every(isMessage)) return null;
  const evidence = [messages.flatMap(messageFormats), fieldFormats(asObject(body)), sharedMarks(messages)];
  const found = evidence.find((formats) => formats.length > 0);
  return new Set(found ?? [formatOfName(asText(asObject(body)?.model) ?? "")]);
}

function isMessage(message: JsonObject): boolean {
  const { content } = message;
  const hasContent = typeof content === "string" || areTyped(content) || areTyped(message.parts);
  const isBareAnswer = (content === null || content === undefined) && message.role === "assistant";
  return typeof message.role === "string" && (hasContent || isBareAnswer) && !hasResponsesContent(message);
}

/** Items of the Responses API look like messages, but their content types have other names. */
function hasResponsesContent({ content }: JsonObject): boolean {
  const types = (asArray(content) ?? []).map((part) => asText(asObject(part)?.type) ?? "");
  return types.some((type) => type === "input_text" || type === "output_text" || type === "input_image");
}

/** Parts of these formats have a type. Gemini and Bedrock's Converse use the same keys, but their parts have none. */
const areTyped = (parts: unknown): boolean =>
  asArray(parts)?.every((part) => typeof asObject(part)?.type === "string") === true;

function messageFormats(message: JsonObject): ChatFormat[] {
  const types = [...(asArray(message.content) ?? []), ...(asArray(message.parts) ?? [])].map(
    (part) => asText(asObject(part)?.type) ?? "",
  );
  const isOpenAi = OPENAI_ROLES.has(asText(message.role) ?? "") || isOpenAiMessage(message);
  const isAnthropic = types.some((type) => ANTHROPIC_BLOCKS.has(type)) || asArray(message.content)?.some(isSourceImage);
  const isAiSdk = Array.isArray(message.parts) || types.some((type) => AI_SDK_PARTS.has(type));
  return [
    ...(isOpenAi || types.some((type) => OPENAI_PARTS.has(type)) ? ["openai-chat" as const] : []),
    ...(isAnthropic ? ["anthropic" as const] : []),
    ...(isAiSdk ? ["ai-sdk" as const] : []),
  ];
}

const isOpenAiMessage = (message: JsonObject) =>
  Array.isArray(message.tool_calls) ||
  typeof message.tool_call_id === "string" ||
  asObject(message.function_call) !== null;

const isSourceImage = (value: unknown) => {
  const block = asObject(value);
  return block?.type === "image" && asObject(block.source) !== null;
};

/** Formats recognised by fields that no other format has. */
function fieldFormats(body: JsonObject | null): ChatFormat[] {
  if (!body) return [];
  const tool = asObject(asArray(body.tools)?.[0]);
  const isAnthropic = "system" in body || "anthropic_version" in body || asObject(tool?.input_schema) !== null;
  const isOpenAi = asObject(tool?.function) !== null || "max_completion_tokens" in body;
  return [...(isAnthropic ? ["anthropic" as const] : []), ...(isOpenAi ? ["openai-chat" as const] : [])];
}

/** A list with a system message is OpenAI's even if it has cache marks, which gateways accept in every format. */
function sharedMarks(messages: readonly JsonObject[]): ChatFormat[] {
  if (messages.some(({ role }) => role === "system")) return ["openai-chat"];
  return messages.some(({ content }) => asArray(content)?.some(hasCacheMark)) ? ["anthropic"] : [];
}

const hasCacheMark = (block: unknown) => asObject(asObject(block)?.cache_control) !== null;

/** In OpenAI's format, gateways put the provider before a slash, as in `anthropic/claude-…`. */
const formatOfName = (model: string): ChatFormat =>
  /^(claude-|anthropic\.|[a-z]{2,4}\.anthropic\.)/.test(model) ? "anthropic" : "openai-chat";
