import type { JsonValue, Part, SourceLocation, ToolOutputBlock } from "../../conversation/part";
import { asArray, asObject, asString, type JsonObject } from "../json-fields";

/**
 * One content block of the Messages API (or of a Claude Code row) as a part. Blocks of an unknown type, or without
 * their type's fields, become opaque parts, which are passed through and never dropped.
 */
export function partFromBlock(block: unknown, id: string, source?: SourceLocation): Part {
  const base = source === undefined ? { id } : { id, source };
  if (typeof block === "string") return { type: "text", text: block, ...base };
  const fields = asObject(block);
  return (fields && knownPart(fields, base)) ?? { type: "opaque", value: block as JsonValue, ...base, ...BY };
}

/**
 * The fields of all parts. Spread it after a first field: if an object literal starts with a spread and adds fields, V8
 * (in Node 20) creates a separate hidden class each time, which doubles the memory of small parts.
 */
type Base = { id: string; source?: SourceLocation };
const BY = { provider: "anthropic" } as const;

function knownPart(block: JsonObject, base: Base): Part | null {
  switch (block.type) {
    case "text":
      return typeof block.text === "string" ? { type: "text", text: block.text, ...base } : null;
    case "thinking":
      return thinkingPart(block, base);
    case "redacted_thinking":
      return typeof block.data === "string"
        ? { type: "reasoning", text: "", redactedData: block.data, ...base, ...BY }
        : null;
    case "tool_use":
      return toolCallPart(block, base);
    case "tool_result":
      return toolResultPart(block, base);
    case "image":
    case "document":
      return filePart(block, base);
    default:
      return null;
  }
}

function thinkingPart(block: JsonObject, base: Base): Part | null {
  if (typeof block.thinking !== "string") return null;
  const signature = asString(block.signature);
  return { type: "reasoning", text: block.thinking, ...base, ...(signature && { signature, ...BY }) };
}

function toolCallPart(block: JsonObject, base: Base): Part | null {
  if (typeof block.id !== "string" || typeof block.name !== "string") return null;
  return {
    type: "tool-call",
    toolCallId: block.id,
    toolName: block.name,
    input: (block.input ?? {}) as JsonValue,
    ...base,
  };
}

function toolResultPart(block: JsonObject, base: Base): Part | null {
  if (typeof block.tool_use_id !== "string") return null;
  const output = toolOutput(block.content);
  return { type: "tool-result", toolCallId: block.tool_use_id, output, isError: block.is_error === true, ...base };
}

function filePart(block: JsonObject, base: Base): Part | null {
  const file = fileSource(block);
  const filename = asString(block.title);
  return file && { type: "file", ...base, ...file, ...(filename && { filename }) };
}

/** Decodes the `content` of a tool result, which is absent, a string, or blocks. */
export function toolOutput(content: unknown): ToolOutputBlock[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  const blocks = asArray(content);
  return blocks ? blocks.map(outputBlock) : [{ type: "opaque", value: content as JsonValue }];
}

function outputBlock(value: unknown): ToolOutputBlock {
  const block = asObject(value);
  if (block?.type === "text" && typeof block.text === "string") return { type: "text", text: block.text };
  const file = block?.type === "image" || block?.type === "document" ? fileSource(block) : null;
  return file ? { type: "file", ...file } : { type: "opaque", value: value as JsonValue };
}

type FileSource = { mediaType: string; byteLength: number; data?: string; url?: string };

/** The file of an image or document. A URL has no media type, but a document by URL is always a PDF. */
function fileSource(block: JsonObject): FileSource | null {
  const source = asObject(block.source);
  const mediaType = asString(source?.media_type) ?? (block.type === "image" ? "image/*" : "application/pdf");
  if (source?.type === "base64" && typeof source.data === "string")
    return { mediaType, byteLength: base64Bytes(source.data), data: source.data };
  if (source?.type === "url" && typeof source.url === "string") return { mediaType, byteLength: 0, url: source.url };
  return null;
}

/** Decoded size of base64 text, computed without decoding it. */
export function base64Bytes(data: string): number {
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}
