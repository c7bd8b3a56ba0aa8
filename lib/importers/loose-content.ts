import { partFromBlock } from "../formats/anthropic/block-to-part";
import { asArray, asObject, asString, asText, type JsonObject } from "../formats/json-fields";
import { partFromContent } from "../formats/openai-chat/content";
import type { PartDraft } from "./item-session";
import { opaqueDraft, textDrafts } from "./part-drafts";

/** The content of a message in a log that mixes the shapes of several providers: text, or blocks of any of them. */
export function looseContent(content: unknown): PartDraft[] {
  if (typeof content === "string") return textDrafts(content);
  const blocks = asArray(content);
  if (blocks) return blocks.flatMap(looseBlock);
  return content === null || content === undefined ? [] : [opaqueDraft(content)];
}

function looseBlock(value: unknown): PartDraft[] {
  if (typeof value === "string") return textDrafts(value);
  const block = asObject(value);
  if (!block) return value === null ? [] : [opaqueDraft(value)];
  const known = ownKinds(block);
  if (known) return known;
  const anthropic = partFromBlock(block, "");
  const { id: _id, ...part } = anthropic.type === "opaque" ? partFromContent(block, "") : anthropic;
  return part.type === "text" && part.text === "" ? [] : [part];
}

/** Blocks of the Responses API, and of LangChain's own content format. */
function ownKinds(block: JsonObject): PartDraft[] | null {
  switch (block.type) {
    case "input_text":
    case "output_text":
      return textDrafts(asString(block.text));
    case "reasoning": {
      const summary = (asArray(block.summary) ?? []).flatMap((item) => asText(asObject(item)?.text) ?? []).join("\n\n");
      const text = asText(block.reasoning) ?? asText(block.text) ?? summary;
      return text === "" ? [] : [{ type: "reasoning", text }];
    }
    case "image_url":
    case "input_image":
      return imageParts(asText(asObject(block.image_url)?.url) ?? asText(block.image_url));
    default:
      return null;
  }
}

function imageParts(url: string | null): PartDraft[] | null {
  if (url === null) return null;
  const { id: _id, ...part } = partFromContent({ type: "image_url", image_url: { url } }, "");
  return [part];
}
