import type { ToolDefinition } from "../conversation/message";
import type { ToolCallPart } from "../conversation/part";
import { stableJson } from "../conversation/stable-json";
import { callFacts } from "./call-facts";

/** The subject of a call: its command, file, address or query, or its entire input. Equal for a call and its retry. */
export function callSubject(call: ToolCallPart, tools?: readonly ToolDefinition[]): string {
  const { command, paths, url, query } = callFacts(call, tools);
  return command ?? paths[0] ?? url ?? query ?? stableJson(call.input);
}
