import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { PartDraft } from "../item-session";
import { opaqueDraft, textDrafts } from "../part-drafts";

/** The content of a message by its `content_type`; unknown types are passed through. */
export function contentParts(content: JsonObject): PartDraft[] {
  switch (content.content_type) {
    case "text":
    case "multimodal_text":
      return (asArray(content.parts) ?? []).flatMap(itemParts);
    case "code":
    case "execution_output":
    case "system_error":
      return textDrafts(asString(content.text));
    case "tether_quote":
      return textDrafts([asText(content.title), asText(content.url), asText(content.text)].filter(Boolean).join("\n"));
    case "tether_browsing_display":
      return textDrafts(asText(content.result) ?? asText(content.summary));
    case "thoughts":
      return (asArray(content.thoughts) ?? []).flatMap(thoughtParts);
    case "user_editable_context":
      return textDrafts([asText(content.user_profile), asText(content.user_instructions)].filter(Boolean).join("\n\n"));
    case "model_editable_context":
      return textDrafts(asText(content.model_set_context));
    default:
      return [opaqueDraft(content)];
  }
}

/** Text, or a reference to a file that the export holds besides the conversations. */
function itemParts(value: unknown): PartDraft[] {
  if (typeof value === "string") return textDrafts(value);
  const item = asObject(value);
  const pointer = asText(item?.asset_pointer);
  if (item?.content_type === "image_asset_pointer" && pointer !== null)
    return [{ type: "file", mediaType: "image/*", byteLength: asCount(item.size_bytes) ?? 0, url: pointer }];
  if (item?.content_type === "audio_transcription") return textDrafts(asString(item.text));
  return value === null ? [] : [opaqueDraft(value)];
}

function thoughtParts(value: unknown): PartDraft[] {
  const thought = asObject(value);
  const text = [asText(thought?.summary), asText(thought?.content)].filter(Boolean).join("\n\n");
  return text === "" ? [] : [{ type: "reasoning", text }];
}
