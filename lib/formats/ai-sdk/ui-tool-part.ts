import type { ToolCallPart, ToolResultPart } from "../../conversation/part";
import { asString, type JsonObject } from "../json-fields";
import { asJson } from "./content-parts";
import { outputBlocks } from "./tool-output";

/** The tool of a `tool-<name>` or `dynamic-tool` part; null for other parts. */
export function uiToolName(item: JsonObject): string | null {
  if (typeof item.toolCallId !== "string" || typeof item.type !== "string") return null;
  if (item.type === "dynamic-tool") return asString(item.toolName);
  return item.type.startsWith("tool-") ? item.type.slice("tool-".length) : null;
}

/** Decodes one UI part: the call and, once it has ended, its result. */
export function readUiTool(item: JsonObject, id: string): { call: ToolCallPart; result: ToolResultPart | null } | null {
  const toolName = uiToolName(item);
  if (toolName === null) return null;
  const toolCallId = item.toolCallId as string;
  const call: ToolCallPart = { id, type: "tool-call", toolCallId, toolName, input: asJson(item.input) };
  const isError = item.state === "output-error";
  const isDone = isError || item.state === "output-available";
  const output = outputBlocks(isError ? item.errorText : item.output);
  const result = { id: `${id}.output`, type: "tool-result", toolCallId, toolName, output, isError } as const;
  return { call, result: isDone ? result : null };
}
