import type { JsonValue, Part, ToolOutputBlock } from "../conversation/part";
import { base64Bytes } from "../formats/anthropic/block-to-part";
import { asObject, type JsonObject } from "../formats/json-fields";
import { UNKNOWN_USAGE, type Usage } from "../transcript/usage";
import type { PartDraft } from "./item-session";
import { parseJsonBytes } from "./json-text";
import { DEFAULT_LIMITS } from "./limits";

export function toDraft({ id: _, source: __, ...draft }: Part): PartDraft {
  return draft as PartDraft;
}

export const textDraft = (text: string): PartDraft => ({ type: "text", text });

/** Text as a part; none for empty text, which is not sent. */
export const textDrafts = (text: string | null | undefined): PartDraft[] => (text ? [textDraft(text)] : []);

export const opaqueDraft = (value: unknown): PartDraft => ({ type: "opaque", value: value as JsonValue });

type FileContent = {
  readonly mediaType: string;
  readonly byteLength: number;
  readonly data?: string;
  readonly url?: string;
};

export const base64File = (data: string, mediaType: string): FileContent => ({
  mediaType,
  byteLength: base64Bytes(data),
  data,
});

/** A file by its URL. A data: URL contains the file itself. */
export function urlFile(url: string, mediaType: string | null): FileContent {
  const data = /^data:([^;,]*)[^,]*;base64,/i.exec(url.slice(0, 300));
  if (data) return base64File(url.slice(data[0].length), mediaType ?? (data[1] || "application/octet-stream"));
  return { mediaType: mediaType ?? "application/octet-stream", byteLength: 0, url };
}

export const fileDraft = (file: FileContent, filename?: string | null): PartDraft => ({
  type: "file",
  ...file,
  ...(filename && { filename }),
});

export const toolCallDraft = (toolCallId: string, toolName: string, input: unknown): PartDraft => ({
  type: "tool-call",
  toolCallId,
  toolName,
  input: (input ?? {}) as JsonValue,
});

/** A call whose arguments are a JSON text. Arguments that cannot be parsed stay text. */
export function textCallDraft(toolCallId: string, toolName: string, inputText: string): PartDraft {
  return { type: "tool-call", toolCallId, toolName, input: parsedOr(inputText), inputText };
}

const parsedOr = (text: string): JsonValue => (text === "" ? {} : ((parsedJson(text) ?? text) as JsonValue));

export const toolResultDraft = (
  toolCallId: string,
  output: readonly ToolOutputBlock[],
  isError: boolean,
  toolName?: string | null,
): PartDraft => ({ type: "tool-result", toolCallId, output, isError, ...(toolName && { toolName }) });

export const textOutput = (text: string | null | undefined): ToolOutputBlock[] =>
  text ? [{ type: "text", text }] : [];

/** A message part as part of a tool's output. */
export function outputOf(part: PartDraft): ToolOutputBlock[] {
  if (part.type === "text") return [{ type: "text", text: part.text }];
  if (part.type === "opaque") return [{ type: "opaque", value: part.value }];
  return part.type === "file" ? [part] : [];
}

/** Parses JSON inside a string, with the same safety checks as the file's JSON; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  const parsed = parseJsonBytes(new TextEncoder().encode(text), "utf-8", DEFAULT_LIMITS.maxDepth);
  return "value" in parsed ? parsed.value : undefined;
}

/** An object, or the object in a JSON text, because some logs store objects as strings. */
export function parsedObject(value: unknown): JsonObject | null {
  if (typeof value !== "string") return asObject(value);
  return /^\s*\{/.test(value) ? asObject(parsedJson(value)) : null;
}

/**
 * Usage with the known counters; null if none is above zero. No call has an empty prompt, so zeros mean that the
 * provider reported nothing.
 */
export function usageOf(known: Partial<Usage>): Usage | null {
  const usage = { ...UNKNOWN_USAGE, ...known };
  return Object.values(usage).every((counter) => !counter) ? null : usage;
}
