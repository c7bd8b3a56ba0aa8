import { asObject, asString, type JsonObject } from "../formats/json-fields";
import { type Item, ORIGIN } from "./origin";

/** A LangChain content block in the AI SDK's form. A block without a counterpart is passed through. */
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

/** A call, which LangChain has in `tool_calls` and, for some providers, also in the content. */
export const callItem = ({ id, name }: { readonly id?: unknown; readonly name?: unknown }, input: unknown): Item => ({
  type: "tool-call",
  toolCallId: id,
  toolName: name,
  input,
});

const sealed = (anthropic: JsonObject) => ({ providerOptions: { anthropic } });

/** A cache mark stays a mark, so that moving it does not change the history. */
const cacheMark = ({ cache_control: mark }: JsonObject): JsonObject =>
  mark === undefined ? {} : sealed({ cacheControl: mark });

/** An image or file in the shapes of OpenAI, Anthropic, and LangChain's own blocks. */
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

/** An item's block: the one it was made from, or a new one for rewritten text. */
export function blockOfItem(item: Item): unknown {
  if (item[ORIGIN] !== undefined) return item[ORIGIN];
  if (item.type === "reasoning") return { type: "reasoning", reasoning: item.text };
  const mark = asObject(asObject(item.providerOptions)?.anthropic)?.cacheControl;
  return { type: "text", text: asString(item.text) ?? "", ...(mark !== undefined && { cache_control: mark }) };
}

/** A tool's output in the AI SDK's form. */
export function outputOfContent(content: unknown, isError: boolean): JsonObject {
  if (typeof content === "string") return { type: isError ? "error-text" : "text", value: content };
  const items = (Array.isArray(content) ? content : []).map(itemOfBlock);
  return { type: "content", value: items };
}

/** A tool message's content for an output: a text, unless there are files. */
export function contentOfOutput(output: unknown): string | unknown[] {
  const { value } = asObject(output) ?? {};
  if (Array.isArray(value)) return value.map(blockOfItem);
  return asString(value) ?? "";
}
