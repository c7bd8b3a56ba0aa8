import type { Role } from "../../conversation/message";
import type { FilePart, JsonValue, Part } from "../../conversation/part";
import { base64Bytes } from "../anthropic/block-to-part";
import { asObject, asString, type JsonObject } from "../json-fields";

/** Content types of Chat Completions. Opaque parts of other types are not written. */
const KNOWN_TYPES = new Set(["refusal", "input_audio", "image_url", "file"]);

/** One item of a message's content list as a part. */
export function partFromContent(value: unknown, id: string): Part {
  const item = asObject(value);
  const known = item && (textPart(item, id) ?? imagePart(item, id) ?? filePart(item, id) ?? audioPart(item, id));
  return known ?? { id, provider: "openai", type: "opaque", value: value as JsonValue };
}

function textPart(item: JsonObject, id: string): Part | null {
  return item.type === "text" && typeof item.text === "string" ? { id, type: "text", text: item.text } : null;
}

function imagePart(item: JsonObject, id: string): Part | null {
  const url = item.type === "image_url" ? (asString(asObject(item.image_url)?.url) ?? asString(item.image_url)) : null;
  return url === null ? null : { id, type: "file", ...fileFromUrl(url, "image/*") };
}

function filePart(item: JsonObject, id: string): Part | null {
  const file = item.type === "file" ? asObject(item.file) : null;
  const data = asString(file?.file_data);
  const filename = asString(file?.filename);
  if (data === null) return null;
  return { id, type: "file", ...fileFromUrl(data, "application/octet-stream"), ...(filename && { filename }) };
}

function audioPart(item: JsonObject, id: string): Part | null {
  const audio = item.type === "input_audio" ? asObject(item.input_audio) : null;
  const data = asString(audio?.data);
  if (data === null) return null;
  const mediaType = `audio/${asString(audio?.format) ?? "wav"}`;
  return { id, type: "file", mediaType, byteLength: base64Bytes(data), data };
}

type FileContent = { mediaType: string; byteLength: number; data?: string; url?: string };

/** A `data:` URL with its bytes, or any other URL. */
export function fileFromUrl(url: string, fallbackType: string): FileContent {
  const match = /^data:([^;,]*)(?:;[^;,]*)*;base64,/.exec(url);
  if (!match) return { mediaType: fallbackType, byteLength: 0, url };
  const data = url.slice(match[0].length);
  return { mediaType: match[1] || fallbackType, byteLength: base64Bytes(data), data };
}

/** A part as an item of a content list; null if Chat Completions has no place for it. Only a user may send files. */
export function contentFromPart(part: Part, role: Role): JsonObject | null {
  if (part.type === "text") return part.text === "" ? null : { type: "text", text: part.text };
  if (part.type === "file") return role === "user" || role === "tool" ? contentFromFile(part) : fileName(part);
  const value = part.type === "opaque" && part.provider === "openai" ? asObject(part.value) : null;
  return value && typeof value.type === "string" && KNOWN_TYPES.has(value.type) ? value : null;
}

function contentFromFile(file: FilePart): JsonObject {
  const { mediaType, data, url, filename } = file;
  const address = data === undefined ? url : `data:${mediaType};base64,${data}`;
  if (address === undefined) return fileName(file);
  if (mediaType.startsWith("image/")) return { type: "image_url", image_url: { url: address } };
  const audio = /^audio\/(wav|mp3)$/.exec(mediaType)?.[1];
  if (audio && data !== undefined) return { type: "input_audio", input_audio: { data, format: audio } };
  if (data === undefined) return { type: "text", text: `[file: ${url}]` };
  return { type: "file", file: { filename: filename ?? "file", file_data: address } };
}

const fileName = ({ filename, mediaType }: FilePart): JsonObject => ({
  type: "text",
  text: `[file: ${filename ?? mediaType}]`,
});
