import { jsonText } from "../../conversation/exact-json";
import type { JsonValue, Part, SourceLocation, ToolOutputBlock } from "../../conversation/part";
import { base64Bytes } from "../anthropic/block-to-part";
import { asArray, asObject, asString, asText, type JsonObject } from "../json-fields";

export type PartPlace = { readonly id: (index: number) => string; readonly source?: SourceLocation };

/** Pairs calls and results of one conversation: by id or, if the Gemini API gave none, by name and order. */
export class CallPairing {
  private readonly open = new Map<string, Set<string>>();
  private count = 0;

  call(given: string | null, name: string): string {
    if (given === null) this.count += 1;
    const id = given ?? `${name}_${this.count}`;
    const waiting = this.open.get(name);
    if (waiting) waiting.add(id);
    else this.open.set(name, new Set([id]));
    return id;
  }

  result(given: string | null, name: string): string {
    const waiting = this.open.get(name);
    const [oldest] = waiting ?? [];
    const id = given ?? oldest ?? "";
    waiting?.delete(id);
    return id;
  }
}

/** Decodes the `parts` of a Content, which may also be a string or a single part. */
export function decodeParts(value: unknown, place: PartPlace, pairing: CallPairing): Part[] {
  if (typeof value === "string") return value === "" ? [] : [{ type: "text", text: value, ...base(place, 0) }];
  const list = asArray(value) ?? (asObject(value) ? [value] : []);
  return list.map((part, index) => decodePart(part, base(place, index), pairing));
}

type Base = { id: string; source?: SourceLocation };

const base = ({ id, source }: PartPlace, index: number): Base =>
  source ? { id: id(index), source } : { id: id(index) };

function decodePart(value: unknown, at: Base, pairing: CallPairing): Part {
  if (typeof value === "string") return { type: "text", text: value, ...at };
  const part = asObject(value);
  const known =
    part && (textPart(part, at) ?? callPart(part, at, pairing) ?? resultPart(part, at, pairing) ?? filePart(part, at));
  return known ?? { type: "opaque", value: value as JsonValue, provider: "google", ...at };
}

function textPart(part: JsonObject, at: Base): Part | null {
  if (typeof part.text !== "string") return null;
  return { type: part.thought === true ? "reasoning" : "text", text: part.text, ...at, ...signatureOf(part) };
}

function signatureOf(part: JsonObject): { signature: string; provider: "google" } | null {
  const signature = asText(part.thoughtSignature) ?? asText(part.thought_signature);
  return signature === null ? null : { signature, provider: "google" };
}

function callPart(part: JsonObject, at: Base, pairing: CallPairing): Part | null {
  const call = asObject(part.functionCall) ?? asObject(part.function_call);
  const toolName = asText(call?.name);
  if (!call || toolName === null) return null;
  const toolCallId = pairing.call(asText(call.id), toolName);
  return {
    type: "tool-call",
    toolCallId,
    toolName,
    input: (call.args ?? {}) as JsonValue,
    ...at,
    ...signatureOf(part),
  };
}

function resultPart(part: JsonObject, at: Base, pairing: CallPairing): Part | null {
  const result = asObject(part.functionResponse) ?? asObject(part.function_response);
  const toolName = asText(result?.name);
  if (!result || toolName === null) return null;
  const toolCallId = pairing.result(asText(result.id), toolName);
  return { type: "tool-result", toolCallId, toolName, ...toolOutput(result), ...at };
}

/** Keys under which clients put the text of a function's response. */
const TEXT_KEYS = new Set(["output", "error", "result", "content"]);

/**
 * The key of a response that is only a text; null if it contains more. The AI SDK repeats the function's name next to
 * it.
 */
export function textKeyOf({ name, response }: JsonObject): string | null {
  const fields = asObject(response) ?? {};
  const [key, another] = Object.keys(fields).filter((field) => field !== "name" || fields.name !== name);
  if (key === undefined || another !== undefined || !TEXT_KEYS.has(key)) return null;
  return asString(fields[key]) === null ? null : key;
}

/** Decodes a function response. `response` may be any object. */
export function toolOutput(result: JsonObject): { output: ToolOutputBlock[]; isError: boolean } {
  const response = asObject(result.response);
  const key = textKeyOf(result);
  const text =
    key !== null ? asString(response?.[key]) : result.response === undefined ? "" : jsonText(result.response);
  const files = (asArray(result.parts) ?? []).flatMap((value) => fileOf(asObject(value) ?? {}) ?? []);
  const blocks: ToolOutputBlock[] = [
    ...(text ? [{ type: "text", text } as const] : []),
    ...files.map((file) => ({ type: "file", ...file }) as const),
  ];
  return { output: blocks, isError: response !== null && asText(response.error) !== null };
}

function filePart(part: JsonObject, at: Base): Part | null {
  const file = fileOf(part);
  return file && { type: "file", ...at, ...file };
}

type FileContent = { mediaType: string; byteLength: number; data?: string; url?: string };

function fileOf(part: JsonObject): FileContent | null {
  const inline = asObject(part.inlineData) ?? asObject(part.inline_data);
  const data = asString(inline?.data);
  if (inline && data !== null) return { mediaType: mediaTypeOf(inline), byteLength: base64Bytes(data), data };
  const remote = asObject(part.fileData) ?? asObject(part.file_data);
  const url = asText(remote?.fileUri) ?? asText(remote?.file_uri);
  return remote && url !== null ? { mediaType: mediaTypeOf(remote), byteLength: 0, url } : null;
}

const mediaTypeOf = (file: JsonObject) => asText(file.mimeType) ?? asText(file.mime_type) ?? "application/octet-stream";

const PART_KEYS = [
  "text",
  "functionCall",
  "functionResponse",
  "function_call",
  "function_response",
  "inlineData",
  "inline_data",
  "fileData",
  "file_data",
  "executableCode",
  "codeExecutionResult",
];

/** True for `{ role: "user" | "model", parts }` of the Gemini API, whose parts have no `type`. */
export function isContent(value: unknown): boolean {
  const content = asObject(value);
  const parts = asArray(content?.parts);
  const hasRole =
    content?.role === "user" ||
    content?.role === "model" ||
    content?.role === "function" ||
    content?.role === undefined;
  return hasRole && parts !== null && parts.length > 0 && parts.every(isPart);
}

function isPart(value: unknown): boolean {
  const part = asObject(value);
  return part !== null && typeof part.type !== "string" && PART_KEYS.some((key) => key in part);
}
