import { jsonText } from "../../conversation/exact-json";
import {
  type FilePart,
  type Part,
  signatureFor,
  type ToolCallPart,
  type ToolOutputBlock,
  type ToolResultPart,
} from "../../conversation/part";
import { callArguments } from "../call-arguments";
import { asObject, type JsonObject } from "../json-fields";

/** A part as a Gemini part; null if the API has no place for it: empty text, items of other providers. */
export function encodePart(part: Part): JsonObject | null {
  switch (part.type) {
    case "text":
      return part.text === "" && !part.signature ? null : { text: part.text, ...signature(part) };
    case "reasoning":
      return part.text === "" ? null : { text: part.text, thought: true, ...signature(part) };
    case "tool-call":
      return { functionCall: encodeCall(part), ...signature(part) };
    case "tool-result":
      return { functionResponse: encodeResult(part) };
    case "file":
      return filePart(part);
    case "opaque":
      return part.provider === "google" ? asObject(part.value) : null;
    default:
      return part satisfies never;
  }
}

function signature(part: Part): JsonObject {
  const own = signatureFor("google", part);
  return own === undefined ? {} : { thoughtSignature: own };
}

const encodeCall = (part: ToolCallPart): JsonObject => ({
  id: part.toolCallId,
  name: part.toolName,
  args: callArguments(part),
});

const encodeResult = (part: ToolResultPart): JsonObject => ({
  id: part.toolCallId,
  name: part.toolName ?? "unknown",
  ...responseOf(part),
});

/** A function's result: its text under `output` or `error`, as in the API's guide, with files beside it. */
export function responseOf({ output, isError }: ToolResultPart): JsonObject {
  const files = output.flatMap((block) => (isInline(block) ? [inlineData(block)] : []));
  const text = output.flatMap((block) => (isInline(block) ? [] : [blockText(block)])).join("\n");
  return { response: { [isError ? "error" : "output"]: text }, ...(files.length > 0 && { parts: files }) };
}

const isInline = (block: ToolOutputBlock): block is InlineBlock => block.type === "file" && block.data !== undefined;

type InlineBlock = Extract<ToolOutputBlock, { type: "file" }>;

function blockText(block: ToolOutputBlock): string {
  if (block.type === "text") return block.text;
  return block.type === "file" ? `[file: ${block.url ?? block.mediaType}]` : jsonText(block.value);
}

const inlineData = ({ mediaType, data }: Pick<FilePart, "mediaType" | "data">): JsonObject => ({
  inlineData: { mimeType: mediaType, data },
});

function filePart(file: FilePart): JsonObject {
  if (file.data !== undefined) return inlineData(file);
  if (file.url !== undefined) return { fileData: { mimeType: file.mediaType, fileUri: file.url } };
  return { text: `[file: ${file.filename ?? file.mediaType}, ${file.byteLength} bytes]` };
}
