import type { ToolCallPart, ToolResultPart } from "../../conversation/part";
import { asObject, asString, asText, type JsonObject } from "../json-fields";
import { asJson } from "./content-parts";
import { outputBlocks } from "./tool-output";

/** The tool of a `tool-<name>` or `dynamic-tool` part; null for other parts. */
export function uiToolName(item: JsonObject): string | null {
  if (typeof item.toolCallId !== "string" || typeof item.type !== "string") return null;
  if (item.type === "dynamic-tool") return asString(item.toolName);
  return item.type.startsWith("tool-") ? item.type.slice("tool-".length) : null;
}

/** True for a call that the user did not approve. The SDK sends it with a result that says so. */
export const isDenied = ({ state, approval }: JsonObject): boolean =>
  state === "output-denied" || (state === "approval-responded" && asObject(approval)?.approved === false);

/** The SDK's own text for a denied call without a reason. */
const DENIED = "Tool call execution denied.";

/** Decodes one UI part: the call and, once it has ended, its result. */
export function readUiTool(item: JsonObject, id: string): { call: ToolCallPart; result: ToolResultPart | null } | null {
  const toolName = uiToolName(item);
  if (toolName === null) return null;
  const toolCallId = item.toolCallId as string;
  const call: ToolCallPart = { id, type: "tool-call", toolCallId, toolName, input: asJson(item.input) };
  const hasFailed = item.state === "output-error";
  const isError = hasFailed || isDenied(item);
  const isDone = isError || item.state === "output-available";
  const said = hasFailed ? item.errorText : (asText(asObject(item.approval)?.reason) ?? DENIED);
  const output = outputBlocks(isError ? said : item.output);
  const result = { id: `${id}.output`, type: "tool-result", toolCallId, toolName, output, isError } as const;
  return { call, result: isDone ? result : null };
}
