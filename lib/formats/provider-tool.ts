import type { JsonValue, OpaquePart } from "../conversation/part";
import { asObject, asText, type JsonObject } from "./json-fields";

/** A provider-run tool, which is encoded from its original opaque part. */
export type ProviderTool = {
  /** Anthropic sends call and result as two blocks, OpenAI as one item. */
  readonly role: "call" | "result" | "call-and-result";
  /** Null for a result whose tool only the call identifies. */
  readonly name: string | null;
  /** Null if the log has no id, as for Codex's searches. */
  readonly toolCallId: string | null;
  readonly input: JsonValue;
  readonly isError: boolean;
};

/**
 * The provider-run tool in an opaque part; null for every other item, so that nothing unknown is counted. Sources:
 * platform.claude.com "Server tools" and "MCP connector", platform.openai.com "Responses" reference, 2026.
 */
export function readProviderTool(part: OpaquePart): ProviderTool | null {
  const item = asObject(part.value);
  const type = asText(item?.type);
  if (!item || type === null) return null;
  if (ANTHROPIC_CALLS.has(type)) return anthropicCall(item);
  if (type.endsWith(ANTHROPIC_RESULT)) return anthropicResult(item, type);
  return OPENAI_ITEMS.has(type) ? openaiItem(item, type) : null;
}

const ANTHROPIC_CALLS = new Set(["server_tool_use", "mcp_tool_use"]);
const ANTHROPIC_RESULT = "_tool_result";
const OPENAI_ITEMS = new Set([
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
  "mcp_call",
]);
const STILL_RUNNING = new Set(["in_progress", "searching", "interpreting", "generating", "calling"]);

function anthropicCall(block: JsonObject): ProviderTool | null {
  const [name, toolCallId] = [asText(block.name), asText(block.id)];
  if (name === null || toolCallId === null) return null;
  return { role: "call", name, toolCallId, input: inputOf(block.input), isError: false };
}

/** For a failed tool, `content` is one object of a type such as `web_search_tool_result_error`. */
function anthropicResult(block: JsonObject, type: string): ProviderTool | null {
  const toolCallId = asText(block.tool_use_id);
  if (toolCallId === null) return null;
  const name = type === "mcp_tool_result" ? null : type.slice(0, -ANTHROPIC_RESULT.length);
  const isError = block.is_error === true || asText(asObject(block.content)?.type)?.endsWith("_error") === true;
  return { role: "result", name, toolCallId, input: null, isError };
}

function openaiItem(item: JsonObject, type: string): ProviderTool {
  const status = asText(item.status) ?? "completed";
  return {
    role: STILL_RUNNING.has(status) ? "call" : "call-and-result",
    name: asText(item.name) ?? type.slice(0, -"_call".length),
    toolCallId: asText(item.id),
    input: inputOf(item.action),
    isError: status === "failed" || status === "incomplete" || (item.error !== undefined && item.error !== null),
  };
}

const inputOf = (value: unknown) => (value ?? null) as JsonValue;
