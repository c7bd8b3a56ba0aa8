import { jsonText } from "../../conversation/exact-json";
import type { JsonValue, ToolOutputBlock } from "../../conversation/part";
import { asArray, asObject, asString } from "../json-fields";
import { fileContent } from "./content-parts";

/** Decodes a tool's output in either shape: a plain value, or the `{ type, value }` of newer versions. */
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
  const mediaType = asString(block?.mediaType);
  const file = mediaType === null ? null : fileContent(block?.data, mediaType);
  if (file) return { type: "file", ...file };
  return { type: "opaque", value: value as JsonValue };
}

export const isErrorOutput = (output: unknown) => {
  const type = asString(asObject(output)?.type);
  return type === "error-text" || type === "error-json";
};

/**
 * A tool result's output in the `{ type, value }` shape. A file or unknown block from the output `before` is written
 * unchanged.
 */
export function outputFromBlocks(output: readonly ToolOutputBlock[], isError: boolean, before?: unknown): JsonValue {
  if (output.every((block) => block.type === "text")) {
    const value = output.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    return { type: isError ? "error-text" : "text", value };
  }
  const known = itemsByBlock(before);
  return {
    type: "content",
    value: output.map((block) => known.get(JSON.stringify(block)) ?? contentFromBlock(block)),
  };
}

function itemsByBlock(output: unknown): ReadonlyMap<string, JsonValue> {
  const items = asArray(asObject(output)?.value) ?? [];
  const blocks = items.map((item) => [contentBlock(item), item as JsonValue] as const);
  return new Map(blocks.flatMap(([block, item]) => (block.type === "text" ? [] : [[JSON.stringify(block), item]])));
}

function contentFromBlock(block: ToolOutputBlock): JsonValue {
  if (block.type === "text") return { type: "text", text: block.text };
  if (block.type === "opaque") return { type: "text", text: jsonText(block.value) };
  const { mediaType, data, url } = block;
  if (data !== undefined) return { type: "file", mediaType, data: { type: "data", data } };
  if (url !== undefined) return { type: "file", mediaType, data: { type: "url", url } };
  return { type: "text", text: `[file: ${mediaType}]` };
}
