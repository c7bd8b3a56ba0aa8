import type { Part } from "../conversation/part";
import type { SessionMessage } from "../transcript/session";

/** What a part is to a reader, in the order in which charts stack it. `unseen` is in the prompt but not in the log. */
export const CONTENT_KINDS = [
  "unseen",
  "system",
  "tools",
  "summary",
  "user",
  "file",
  "tool_call",
  "tool_result",
  "reasoning",
  "assistant",
] as const;

export type ContentKind = (typeof CONTENT_KINDS)[number];

/** Tools whose result is the text of a file, by the names that clients give them, in lower case. */
const FILE_READING_TOOLS: ReadonlySet<string> = new Set([
  "read", // Claude Code, OpenCode
  "notebookread", // Claude Code ≤ 1.0
  "read_file", // Roo Code, Cline, Kilo Code, Gemini CLI, Qwen Code, Continue, Cursor
  "read_many_files", // Gemini CLI
  "readfile",
  "view", // Crush
  "view_file",
  "open_file",
]);

export const isFileReadingTool = (name: string): boolean => FILE_READING_TOOLS.has(name.toLowerCase());

/** The kind of one part; `toolNameOf` resolves a call id, since a result rarely repeats the tool's name. */
export function kindOf(
  part: Part,
  message: SessionMessage,
  toolNameOf: (callId: string) => string | undefined,
): ContentKind {
  switch (part.type) {
    case "reasoning":
      return "reasoning";
    case "tool-call":
      return "tool_call";
    case "tool-result":
      return isFileReadingTool(part.toolName ?? toolNameOf(part.toolCallId) ?? "") ? "file" : "tool_result";
    case "file":
      return message.role === "assistant" ? "assistant" : "file";
    case "text":
    case "opaque":
      return kindOfText(message);
    default:
      return part satisfies never;
  }
}

function kindOfText(message: SessionMessage): ContentKind {
  if (message.origin === "summary") return "summary";
  if (message.role === "assistant") return "assistant";
  if (message.role === "tool") return "tool_result";
  // What the client injects (reminders, command output, hooks) stands among the user's messages but is not the user's.
  return message.role === "system" || message.origin === "system" || message.origin === "client" ? "system" : "user";
}

/** A zero for every kind. */
export function emptyComposition(): Record<ContentKind, number> {
  return Object.fromEntries(CONTENT_KINDS.map((kind) => [kind, 0])) as Record<ContentKind, number>;
}
