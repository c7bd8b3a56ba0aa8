import { jsonText } from "../conversation/exact-json";
import type { Role, ToolDefinition } from "../conversation/message";
import type { Part, ToolOutputBlock } from "../conversation/part";
import { hashText } from "./hash-text";
import type { Segment } from "./prefix-tree";

/**
 * A part's text as the provider sees it. Keys keep the logged order, because another order is another prefix. Omits ids
 * made by the importer.
 */
export function partBytes(part: Part): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "reasoning":
      return `${part.text}\n${part.signature ?? ""}${part.redactedData ?? ""}`;
    case "tool-call":
      return `${part.toolCallId}\n${part.toolName}\n${part.inputText ?? jsonText(part.input)}`;
    case "tool-result":
      return `${part.toolCallId}\n${part.isError}\n${part.output.map(blockBytes).join("\n")}`;
    case "file":
      return `${part.mediaType}\n${part.url ?? ""}\n${part.data ?? part.byteLength}`;
    case "opaque":
      return jsonText(part.value);
    default:
      return part satisfies never;
  }
}

function blockBytes(block: ToolOutputBlock): string {
  if (block.type === "text") return block.text;
  if (block.type === "file") return `${block.mediaType}\n${block.url ?? ""}\n${block.data ?? block.byteLength}`;
  return jsonText(block.value);
}

/** One content block of a message. */
export function partSegment(part: Part, message: { parts: readonly Part[]; role: Role }, tokens: number): Segment {
  const run = part.type === "tool-call" || part.type === "tool-result" ? part.type : null;
  return {
    id: part.id,
    kind: message.role === "system" ? "system" : "message",
    hash: hashText(`${part.type}\n${partBytes(part)}`),
    tokens,
    role: message.role,
    ...(message.parts[0] !== part && { continues: true }),
    ...(run !== null && { run }),
  };
}

export const toolBytes = (tool: ToolDefinition): string => JSON.stringify(tool);

export function toolSegment(tool: ToolDefinition, tokens: number): Segment {
  return { id: `tool:${tool.name}`, kind: "tools", hash: hashText(toolBytes(tool)), tokens };
}

const AFTER_EDIT = " after an edit";

/** Placeholder for removed content whose position in the prompt is unknown. */
export const editedSegment = (name: string, tokens: number): Segment => opaqueSegment(`${name}${AFTER_EDIT}`, tokens);

export const isEdited = ({ kind, id }: Pick<Segment, "kind" | "id">): boolean =>
  kind === "opaque" && id.endsWith(AFTER_EDIT);

/** Placeholder for unlogged content. Its name is unique, so that two unknown contents never compare equal. */
export function opaqueSegment(name: string, tokens: number): Segment {
  return { id: `unseen:${name}`, kind: "opaque", hash: `unseen:${name}`, tokens };
}
