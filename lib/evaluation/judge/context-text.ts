import type { Conversation } from "../../conversation/message";
import { type Part, partText, toolOutputText } from "../../conversation/part";

/**
 * The text of a compressed conversation for a model's questions, with roles. Nothing is shortened, because the loss
 * would be attributed to the strategy. Images and signatures are left out, and content that only a provider can read is
 * only mentioned.
 */
export function contextText({ messages }: Conversation): string {
  return messages
    .flatMap(({ role, parts }) => {
      const lines = parts.map(lineOf).filter((line) => line !== "");
      return lines.length === 0 ? [] : `[${role}]\n${lines.join("\n")}`;
    })
    .join("\n\n");
}

function lineOf(part: Part): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "reasoning":
      return part.text === "" ? "" : `(thinks: ${part.text})`;
    case "tool-call":
      return `(calls ${part.toolName}: ${partText(part)})`;
    case "tool-result":
      return `(${part.isError ? "error" : "result"}: ${toolOutputText(part.output)})`;
    case "file":
      return `(a file: ${part.filename ?? part.mediaType})`;
    case "opaque":
      return "(an item that only the provider can read)";
    default:
      return part satisfies never;
  }
}
