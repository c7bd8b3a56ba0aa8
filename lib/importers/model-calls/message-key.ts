import { toolOutputText } from "../../conversation/part";
import type { PartDraft } from "../item-session";
import type { PromptMessage } from "./model-call";

/**
 * A key that is equal for a message and its repetition in a later prompt. Excludes reasoning, because providers drop it
 * from the history, and result ids and surrounding white space, because logs write them differently.
 */
export function keyOf({ role, parts }: PromptMessage): string {
  const isResult = parts.length > 0 && parts.every((part) => part.type === "tool-result");
  return JSON.stringify([isResult ? "tool" : role, ...parts.flatMap(partKey)]);
}

function partKey(part: PartDraft): unknown[] {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? [] : [part.text.trim()];
    case "reasoning":
      return [];
    case "tool-call":
      return [["call", part.toolName, part.input]];
    case "tool-result":
      return [["result", toolOutputText(part.output).trim()]];
    case "file":
      return [["file", part.mediaType, part.byteLength]];
    case "opaque":
      return [["opaque", part.value]];
    default:
      return part satisfies never;
  }
}
