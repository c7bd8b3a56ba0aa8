import type { PartDraft } from "../item-session";
import { textOutput, toolResultDraft } from "../part-drafts";

/** Behind the name of a tool, in front of what it said: `[read_file for 'a.ts'] Result:`. */
const RESULT = "] Result:";
/** The client's own sentence in front of an error. */
const FAILED = "The tool execution failed with the following error:";

const NAMED = /^\s*\[(?:[a-z][a-z0-9_]*[\s\]]|[^\]\n]{1,2000}\] Result:)/;

/** Whether a text of a request is what a tool gave back. Its name may be followed by a task of many lines. */
export const isResultText = (text: string) => NAMED.test(text) && text.includes(RESULT);

/** The first text that is a result, as the result of this call; the other parts as they are. */
export function withResult(parts: readonly PartDraft[], toolCallId: string): PartDraft[] {
  const at = parts.findIndex((part) => part.type === "text" && isResultText(part.text));
  return parts.map((part, index) => {
    if (index !== at || part.type !== "text") return part;
    const output = part.text.slice(part.text.indexOf(RESULT) + RESULT.length).trimStart();
    return toolResultDraft(toolCallId, textOutput(part.text), output.startsWith(FAILED));
  });
}
