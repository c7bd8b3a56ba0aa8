import type { Session, SessionMessage } from "../transcript/session";

/** A tool that the model called in XML, and whose result a Cline-family client sent back as text. */
export type XmlTool = { readonly name: string; readonly isError: boolean };

/**
 * Such tools by the id of the result's text, which names its tool: `[read_file for 'a.ts'] Result:`. Counts once, and
 * only if the previous answer has this tool's XML, because such clients run one tool per answer.
 */
export function xmlTools({ format, messages }: Session): ReadonlyMap<string, XmlTool> {
  const tools = new Map<string, XmlTool>();
  if (format !== "cline") return tools;
  let answer = "";
  for (const message of messages) {
    if (message.isHidden) continue;
    if (message.role === "assistant") answer = message.origin === "model" ? textsOf(message).join("\n") : "";
    const found = message.role === "user" ? resultIn(message, answer) : null;
    if (found === null) continue;
    tools.set(found.partId, found.tool);
    answer = "";
  }
  return tools;
}

function resultIn(message: SessionMessage, answer: string): { partId: string; tool: XmlTool } | null {
  for (const [index, part] of message.parts.entries()) {
    const name = part.type === "text" ? NAME.exec(part.text)?.[1] : undefined;
    if (part.type !== "text" || name === undefined || !answer.includes(`<${name}>`)) continue;
    const end = part.text.indexOf(RESULT);
    if (end === -1) continue;
    const next = message.parts[index + 1];
    const output = part.text.slice(end + RESULT.length).trim() || (next?.type === "text" ? next.text : "");
    return { partId: part.id, tool: { name, isError: output.startsWith(FAILED) } };
  }
  return null;
}

const NAME = /^\s*\[([a-z][a-z0-9_]*)[\s\]]/;
const RESULT = "] Result:";
/** The client's own sentence before an error. */
const FAILED = "The tool execution failed with the following error:";

const textsOf = ({ parts }: SessionMessage): string[] =>
  parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
