import { type Part, signatureFor, type ToolOutputBlock, toolOutputText } from "../../conversation/part";
import { callArguments } from "../call-arguments";
import { asObject, type JsonObject, listOf } from "../json-fields";

/** Content types of the OpenAI formats, which the Messages API would refuse. */
const FOREIGN_TYPES = new Set(["refusal", "input_audio", "image_url", "file", "custom"]);

/**
 * A part as a content block of the Messages API; null if the API has no place for it: empty text, reasoning without
 * Anthropic's signature, items of other providers.
 */
export function blockFromPart(part: Part): JsonObject | null {
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

/** The content of a tool result: a string if it is one text, blocks otherwise. */
export function outputContent(output: readonly ToolOutputBlock[]): unknown {
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
  if (file.data !== undefined) return { type, source: { type: "base64", media_type: file.mediaType, data: file.data } };
  if (file.url !== undefined) return { type, source: { type: "url", url: file.url } };
  return { type: "text", text: `[file: ${file.filename ?? file.mediaType}, ${file.byteLength} bytes]` };
}

function opaqueBlock(value: unknown): JsonObject | null {
  const block = asObject(value);
  return block && typeof block.type === "string" && !FOREIGN_TYPES.has(block.type) ? block : null;
}
