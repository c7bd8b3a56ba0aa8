import { jsonText } from "../../conversation/exact-json";
import type { JsonValue, ToolOutputBlock } from "../../conversation/part";
import { base64Bytes } from "../anthropic/block-to-part";
import { asArray, asObject, asString } from "../json-fields";

/** Reads a tool's output in either shape: a plain value, or the `{ type, value }` of newer versions. */
export function outputBlocks(output: unknown): ToolOutputBlock[] {
  const typed = asObject(output);
  const isTyped = typed !== null && typeof typed.type === "string" && "value" in typed;
  if (isTyped && typed.type === "content") return (asArray(typed.value) ?? []).map(contentBlock);
  return valueBlocks(isTyped ? typed.value : output);
}

function valueBlocks(value: unknown): ToolOutputBlock[] {
  if (value === undefined) return [];
  return [{ type: "text", text: typeof value === "string" ? value : jsonText(value) }];
}

function contentBlock(value: unknown): ToolOutputBlock {
  const block = asObject(value);
  if (block?.type === "text" && typeof block.text === "string") return { type: "text", text: block.text };
  const data = asString(block?.data);
  const mediaType = asString(block?.mediaType);
  if (data !== null && mediaType !== null) return { type: "file", mediaType, data, byteLength: base64Bytes(data) };
  return { type: "opaque", value: value as JsonValue };
}

export const isErrorOutput = (output: unknown) => {
  const type = asString(asObject(output)?.type);
  return type === "error-text" || type === "error-json";
};

/** A tool result's output in the `{ type, value }` shape. */
export function outputFromBlocks(output: readonly ToolOutputBlock[], isError: boolean): JsonValue {
  if (output.every((block) => block.type === "text")) {
    const value = output.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    return { type: isError ? "error-text" : "text", value };
  }
  return { type: "content", value: output.map(contentFromBlock) };
}

function contentFromBlock(block: ToolOutputBlock): JsonValue {
  if (block.type === "text") return { type: "text", text: block.text };
  if (block.type === "opaque") return { type: "text", text: jsonText(block.value) };
  if (block.data !== undefined) return { type: "media", mediaType: block.mediaType, data: block.data };
  return { type: "text", text: `[file: ${block.url ?? block.mediaType}]` };
}
