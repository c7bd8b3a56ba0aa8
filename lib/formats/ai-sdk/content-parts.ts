import type { JsonValue, Part } from "../../conversation/part";
import { base64Bytes } from "../anthropic/block-to-part";
import { asObject, asString, type JsonObject } from "../json-fields";
import { fileFromUrl } from "../openai-chat/content";

/** A text, reasoning, file or image item; null when it is something else. UI and model messages share these. */
export function contentPart(item: JsonObject, id: string): Part | null {
  if (item.type === "text" && typeof item.text === "string") return { id, type: "text", text: item.text };
  if (item.type === "reasoning" && typeof item.text === "string") return reasoningPart(item, item.text, id);
  if (item.type === "file" || item.type === "image") return filePart(item, id);
  return null;
}

/** The provider's signature is in the metadata of whichever provider it was. */
function reasoningPart(item: JsonObject, text: string, id: string): Part {
  const anthropic = asObject(asObject(item.providerMetadata ?? item.providerOptions)?.anthropic);
  const signature = asString(anthropic?.signature);
  const redactedData = asString(anthropic?.redactedData);
  return { id, type: "reasoning", text, ...(signature && { signature }), ...(redactedData && { redactedData }) };
}

function filePart(item: JsonObject, id: string): Part | null {
  const given = asString(item.url) ?? asString(item.data) ?? asString(item.image);
  if (given === null) return null;
  const mediaType =
    asString(item.mediaType) ??
    asString(item.mimeType) ??
    (item.type === "image" ? "image/*" : "application/octet-stream");
  const filename = asString(item.filename);
  const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(given);
  const content = isAddress
    ? fileFromUrl(given, mediaType)
    : { mediaType, data: given, byteLength: base64Bytes(given) };
  return { id, type: "file", ...content, mediaType, ...(filename && { filename }) };
}

/** The item of a text, reasoning or file part; null for what the SDK's messages cannot hold. */
export function contentItem(part: Part, shape: "ui" | "model"): JsonObject | null {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type === "reasoning") return reasoningItem(part, shape);
  if (part.type !== "file") return null;
  const { mediaType, data, url, filename } = part;
  const name = filename === undefined ? {} : { filename };
  if (shape === "ui") return { type: "file", mediaType, url: url ?? `data:${mediaType};base64,${data ?? ""}`, ...name };
  return { type: "file", mediaType, data: data ?? url ?? "", ...name };
}

function reasoningItem(part: Part & { type: "reasoning" }, shape: "ui" | "model"): JsonObject {
  const { text, signature, redactedData } = part;
  const anthropic = { ...(signature && { signature }), ...(redactedData && { redactedData }) };
  const key = shape === "ui" ? "providerMetadata" : "providerOptions";
  return { type: "reasoning", text, ...(Object.keys(anthropic).length > 0 && { [key]: { anthropic } }) };
}

export const asJson = (value: unknown): JsonValue => (value === undefined ? {} : value) as JsonValue;
