import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { PartDraft } from "../item-session";
import {
  base64File,
  fileDraft,
  opaqueDraft,
  outputOf,
  textDraft,
  textOutput,
  toolCallDraft,
  toolResultDraft,
} from "../part-drafts";

/** One block of a message. Unknown types are passed through. */
export function partOf(value: unknown): PartDraft {
  const block = asObject(value);
  switch (block?.type) {
    case "text":
      return typeof block.text === "string" ? textDraft(block.text) : opaqueDraft(value);
    case "thinking":
      return thinking(block) ?? opaqueDraft(value);
    case "redactedThinking":
      return { type: "reasoning", text: "", provider: "anthropic", redactedData: asString(block.data) ?? "" };
    case "image":
      return typeof block.data === "string"
        ? fileDraft(base64File(block.data, asText(block.mimeType) ?? "image/png"))
        : opaqueDraft(value);
    case "toolRequest":
      return toolRequest(block) ?? opaqueDraft(value);
    case "toolResponse":
      return toolResponse(block) ?? opaqueDraft(value);
    default:
      return opaqueDraft(value);
  }
}

function thinking(block: JsonObject): PartDraft | null {
  const signature = asText(block.signature);
  if (typeof block.thinking !== "string") return null;
  return { type: "reasoning", text: block.thinking, ...(signature !== null && { signature, provider: "anthropic" }) };
}

/** A call that could not be parsed has an error instead of a value, but the call was made. */
function toolRequest(block: JsonObject): PartDraft | null {
  const id = asText(block.id);
  const call = asObject(block.toolCall);
  const value = asObject(call?.value);
  if (id === null || !call) return null;
  return toolCallDraft(id, asText(value?.name) ?? "invalid", value?.arguments ?? { error: call.error ?? null });
}

function toolResponse(block: JsonObject): PartDraft | null {
  const id = asText(block.id);
  const result = asObject(block.toolResult);
  if (id === null || !result) return null;
  const wrapped = asObject(result.value);
  const content = asArray(result.value) ?? asArray(wrapped?.content) ?? [];
  const isError = result.status === "error" || wrapped?.isError === true;
  const error = isError && content.length === 0 ? textOutput(asText(result.error)) : [];
  return toolResultDraft(id, [...content.flatMap((item) => outputOf(partOf(item))), ...error], isError);
}
