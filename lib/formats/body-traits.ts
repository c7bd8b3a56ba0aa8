import { asArray, asObject, asText, type JsonObject } from "./json-fields";
import { messageList } from "./wire-context";

/** Features of a body that only one format has; `system-role` is shared by all but Anthropic. */
export type BodyTrait = "anthropic" | "openai" | "ai-sdk" | "system-role";

const ANTHROPIC_BLOCKS = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "document",
  "server_tool_use",
  "compaction",
]);
const OPENAI_PARTS = new Set(["image_url", "input_audio", "refusal"]);
const AI_SDK_PARTS = new Set(["tool-call", "tool-result", "reasoning", "step-start", "source-url", "source-document"]);
const OPENAI_ROLES = new Set(["developer", "function"]);

/** The traits of a body with a list of messages; null when it has none. */
export function traitsOf(body: unknown): ReadonlySet<BodyTrait> | null {
  const list = messageList(body);
  if (!list || list.length === 0) return null;
  const messages = list.map(asObject).filter((message) => message !== null);
  if (messages.length !== list.length || !messages.every(isMessage)) return null;
  const traits = new Set(messages.flatMap(messageTraits));
  for (const trait of envelopeTraits(asObject(body))) traits.add(trait);
  return traits;
}

function isMessage(message: JsonObject): boolean {
  const { content } = message;
  const hasContent = typeof content === "string" || Array.isArray(content) || hasTypedParts(message);
  const isBareAnswer = (content === null || content === undefined) && message.role === "assistant";
  return typeof message.role === "string" && (hasContent || isBareAnswer) && !hasResponsesContent(message);
}

/** Items of the Responses API look like messages, but their contents have names of their own. */
function hasResponsesContent({ content }: JsonObject): boolean {
  const types = (asArray(content) ?? []).map((part) => asText(asObject(part)?.type) ?? "");
  return types.some((type) => type === "input_text" || type === "output_text" || type === "input_image");
}

/** Parts of the AI SDK have a type; those of Gemini, which are named alike, do not. */
function hasTypedParts(message: JsonObject): boolean {
  return asArray(message.parts)?.every((part) => typeof asObject(part)?.type === "string") === true;
}

function messageTraits(message: JsonObject): BodyTrait[] {
  const traits: BodyTrait[] = [];
  const types = [...(asArray(message.content) ?? []), ...(asArray(message.parts) ?? [])].map(
    (part) => asText(asObject(part)?.type) ?? "",
  );
  if (message.role === "system") traits.push("system-role");
  if (OPENAI_ROLES.has(asText(message.role) ?? "")) traits.push("openai");
  if (isOpenAiMessage(message) || types.some((type) => OPENAI_PARTS.has(type))) traits.push("openai");
  if (types.some((type) => ANTHROPIC_BLOCKS.has(type))) traits.push("anthropic");
  if (Array.isArray(message.parts) || types.some((type) => AI_SDK_PARTS.has(type))) traits.push("ai-sdk");
  if (asArray(message.content)?.some(isAnthropicImage)) traits.push("anthropic");
  return traits;
}

const isOpenAiMessage = (message: JsonObject) =>
  Array.isArray(message.tool_calls) ||
  typeof message.tool_call_id === "string" ||
  asObject(message.function_call) !== null;

const isAnthropicImage = (value: unknown) => {
  const block = asObject(value);
  return (block?.type === "image" && asObject(block.source) !== null) || asObject(block?.cache_control) !== null;
};

/** Only what no other format's envelope has. */
function envelopeTraits(body: JsonObject | null): BodyTrait[] {
  if (!body) return [];
  const traits: BodyTrait[] = [];
  const tool = asObject(asArray(body.tools)?.[0]);
  const model = asText(body.model) ?? "";
  if ("system" in body || "anthropic_version" in body || asObject(tool?.input_schema)) traits.push("anthropic");
  if (asObject(tool?.function) || "max_completion_tokens" in body || /^(gpt-|o\d|chatgpt)/.test(model))
    traits.push("openai");
  // A gateway may serve Claude in the OpenAI shape, so the name counts only where nothing else speaks.
  if (/^claude-/.test(model) && traits.length === 0) traits.push("anthropic");
  return traits;
}
