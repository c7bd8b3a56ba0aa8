import { asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { PartDraft } from "../item-session";
import {
  base64File,
  fileDraft,
  opaqueDraft,
  textCallDraft,
  textDraft,
  textOutput,
  toolResultDraft,
  urlFile,
} from "../part-drafts";

/**
 * One part of a message, `{type, data}`. Unknown types are passed through. Source: https://github.com/charmbracelet/crush
 * internal/message/content.go
 */
export function partOf(part: JsonObject): PartDraft {
  const data = asObject(part.data);
  return (data && knownPart(part.type, data)) ?? opaqueDraft(part);
}

function knownPart(type: unknown, data: JsonObject): PartDraft | null {
  switch (type) {
    case "text":
      return typeof data.text === "string" ? textDraft(data.text) : null;
    case "reasoning":
      return reasoning(data);
    case "image_url":
      return typeof data.url === "string" ? fileDraft(urlFile(data.url, null)) : null;
    case "binary":
      return binary(data);
    case "tool_call":
      return toolCall(data);
    case "tool_result":
      return toolResult(data);
    default:
      return null;
  }
}

function reasoning({ thinking, signature }: JsonObject): PartDraft | null {
  if (typeof thinking !== "string") return null;
  return { type: "reasoning", text: thinking, ...(asText(signature) !== null && { signature: signature as string }) };
}

/** Reads a file part; Go writes fields without a tag under their Go names. */
function binary(data: JsonObject): PartDraft | null {
  const bytes = asString(data.Data);
  if (bytes === null) return null;
  return fileDraft(base64File(bytes, asText(data.MIMEType) ?? "application/octet-stream"), asText(data.Path));
}

function toolCall(data: JsonObject): PartDraft | null {
  const id = asText(data.id);
  return id === null ? null : textCallDraft(id, asText(data.name) ?? "unknown", asString(data.input) ?? "");
}

function toolResult(data: JsonObject): PartDraft | null {
  const id = asText(data.tool_call_id);
  if (id === null) return null;
  const media = asText(data.mime_type);
  const file =
    media === null || typeof data.data !== "string" || data.data === "" ? null : base64File(data.data, media);
  const output = [...textOutput(asText(data.content)), ...(file ? [{ type: "file" as const, ...file }] : [])];
  return toolResultDraft(id, output, data.is_error === true, asText(data.name));
}
