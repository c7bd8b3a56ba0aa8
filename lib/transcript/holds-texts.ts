import type { Part } from "../conversation/part";
import type { Session } from "./session";

/** False for logs that record calls without any text, because the content of their prompts is then unknown. */
export const holdsTexts = ({ messages }: Pick<Session, "messages">): boolean =>
  messages.some(({ parts }) => parts.some(hasContent));

/** A call without its input still has a name and an id. */
function hasContent(part: Part): boolean {
  if (part.type === "tool-result") return part.output.some((block) => block.type !== "text" || block.text !== "");
  if (part.type === "reasoning") return part.text !== "" || part.redactedData !== undefined;
  return part.type === "text" ? part.text !== "" : part.type !== "tool-call";
}
