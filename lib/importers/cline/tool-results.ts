import type { PartDraft } from "../item-session";
import { textOutput, toolResultDraft } from "../part-drafts";

/** The text between the name of a tool and its result: `[read_file for 'a.ts'] Result:`. */
const RESULT = "] Result:";
/** The sentence that the client writes before an error. */
const FAILED = "The tool execution failed with the following error:";

const NAMED = /^\s*\[(?:[a-z][a-z0-9_]*[\s\]]|[^\]\n]{1,2000}\] Result:)/;

/** True if a text of a request is a tool's result. The tool's name may be followed by a task of many lines. */
export const isResultText = (text: string) => NAMED.test(text) && text.includes(RESULT);

/** Turns the first result text into the result of this call. The other parts stay unchanged. */
export function withResult(parts: readonly PartDraft[], toolCallId: string): PartDraft[] {
  const at = parts.findIndex((part) => part.type === "text" && isResultText(part.text));
  return parts.map((part, index) => {
    if (index !== at || part.type !== "text") return part;
    const output = part.text.slice(part.text.indexOf(RESULT) + RESULT.length).trimStart();
    return toolResultDraft(toolCallId, textOutput(part.text), output.startsWith(FAILED));
  });
}
