import { asObject, asString, type JsonObject } from "../formats/json-fields";
import { type Item, ORIGIN } from "./origin";

/** A LangChain content block as the AI SDK writes it; a block without counterpart is handed through as it is. */
export function itemOfBlock(block: unknown): Item {
  if (typeof block === "string") return { type: "text", text: block };
  const fields = asObject(block) ?? {};
  return { ...(known(fields) ?? fields), ...cacheMark(fields), [ORIGIN]: block };
}

function known(block: JsonObject): JsonObject | null {
  switch (block.type) {
    case "text":
      return { type: "text", text: asString(block.text) ?? "" };
    case "reasoning":
      return { type: "reasoning", text: asString(block.reasoning) ?? "" };
    case "thinking":
      return { type: "reasoning", text: asString(block.thinking) ?? "", ...sealed({ signature: block.signature }) };
    case "redacted_thinking":
      return { type: "reasoning", text: "", ...sealed({ redactedData: block.data }) };
    case "tool_use":
      return callItem(block, block.input);
    case "tool_call":
      return callItem(block, block.args);
    default:
      return fileItem(block);
  }
}

/** A call, which LangChain has in `tool_calls` and some providers in the content too. */
export const callItem = ({ id, name }: { readonly id?: unknown; readonly name?: unknown }, input: unknown): Item => ({
  type: "tool-call",
  toolCallId: id,
  toolName: name,
  input,
});

const sealed = (anthropic: JsonObject) => ({ providerOptions: { anthropic } });

/** A mark on what the provider is to cache stays a mark, so that one which moves is no other history. */
const cacheMark = ({ cache_control: mark }: JsonObject): JsonObject =>
  mark === undefined ? {} : sealed({ cacheControl: mark });

/** An image or a file in the shapes of OpenAI, of Anthropic, and of LangChain's own blocks. */
function fileItem(block: JsonObject): JsonObject | null {
  const source = asObject(block.source);
  const data =
    asString(block.image_url) ??
    asString(asObject(block.image_url)?.url) ??
    asString(block.data) ??
    asString(block.url) ??
    asString(source?.data) ??
    asString(source?.url);
  if (data === null) return null;
  const mediaType = asString(block.mimeType) ?? asString(block.mime_type) ?? asString(source?.media_type);
  const isImage = block.type === "image" || block.type === "image_url";
  return { type: "file", mediaType: mediaType ?? (isImage ? "image/*" : "application/octet-stream"), data };
}

/** The block of an item: the one that it was read from, or a new one if a text was written anew. */
export function blockOfItem(item: Item): unknown {
  if (item[ORIGIN] !== undefined) return item[ORIGIN];
  if (item.type === "reasoning") return { type: "reasoning", reasoning: item.text };
  return { type: "text", text: asString(item.text) ?? "" };
}

/** The output of a tool, as the AI SDK writes it. */
export function outputOfContent(content: unknown, isError: boolean): JsonObject {
  if (typeof content === "string") return { type: isError ? "error-text" : "text", value: content };
  const items = (Array.isArray(content) ? content : []).map(itemOfBlock);
  return { type: "content", value: items };
}

/** The content of a tool message for an output, which is a text unless it holds files. */
export function contentOfOutput(output: unknown): string | unknown[] {
  const { value } = asObject(output) ?? {};
  if (Array.isArray(value)) return value.map(blockOfItem);
  return asString(value) ?? "";
}
