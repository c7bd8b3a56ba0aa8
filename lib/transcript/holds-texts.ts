import type { Part } from "../conversation/part";
import type { Session } from "./session";

/** False for logs that count each call without any text: nothing can be said about the content of their prompts. */
export const holdsTexts = ({ messages }: Pick<Session, "messages">): boolean =>
  messages.some(({ parts }) => parts.some(hasContent));

/** A call has a name and an id without its input. */
function hasContent(part: Part): boolean {
  if (part.type === "tool-result") return part.output.some((block) => block.type !== "text" || block.text !== "");
  if (part.type === "reasoning") return part.text !== "" || part.redactedData !== undefined;
  return part.type === "text" ? part.text !== "" : part.type !== "tool-call";
}
