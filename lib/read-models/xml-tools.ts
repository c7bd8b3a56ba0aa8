import type { Part } from "../conversation/part";
import type { Session, SessionMessage } from "../transcript/session";

/**
 * A tool that the model called in XML, and whose result a Cline-family client sent back as text. `call` and `output`:
 * the ids of the texts that contain them.
 */
export type XmlTool = {
  readonly name: string;
  readonly isError: boolean;
  readonly call: string;
  readonly output: string;
};

/**
 * Tools called in XML, by the id of the result's text, which names its tool: `[read_file for 'a.ts'] Result:`. A result
 * counts once, and only if the previous answer has this tool's XML, because these clients run one tool per answer.
 */
export function xmlTools({ format, messages }: Session): ReadonlyMap<string, XmlTool> {
  const tools = new Map<string, XmlTool>();
  if (format !== "cline") return tools;
  let answer: readonly TextPart[] = [];
  for (const message of messages) {
    if (message.isHidden) continue;
    if (message.role === "assistant") answer = message.origin === "model" ? textsOf(message) : [];
    const found = message.role === "user" ? resultIn(message, answer) : null;
    if (found === null) continue;
    tools.set(found.partId, found.tool);
    answer = [];
  }
  return tools;
}

function resultIn(message: SessionMessage, answer: readonly TextPart[]): { partId: string; tool: XmlTool } | null {
  for (const [index, part] of message.parts.entries()) {
    const name = part.type === "text" ? NAME.exec(part.text)?.[1] : undefined;
    const call = answer.find(({ text }) => text.includes(`<${name}>`));
    if (part.type !== "text" || name === undefined || call === undefined) continue;
    const end = part.text.indexOf(RESULT);
    if (end === -1) continue;
    const next = message.parts[index + 1];
    const own = part.text.slice(end + RESULT.length).trim();
    const apart = own === "" && next?.type === "text" ? next : null;
    const isError = (apart?.text ?? own).startsWith(FAILED);
    return { partId: part.id, tool: { name, isError, call: call.id, output: (apart ?? part).id } };
  }
  return null;
}

type TextPart = Extract<Part, { readonly type: "text" }>;

const NAME = /^\s*\[([a-z][a-z0-9_]*)[\s\]]/;
const RESULT = "] Result:";
/** The client's own sentence before an error. */
const FAILED = "The tool execution failed with the following error:";

const textsOf = ({ parts }: SessionMessage): TextPart[] =>
  parts.flatMap((part) => (part.type === "text" ? [part] : []));
