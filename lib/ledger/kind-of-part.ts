import type { ToolDefinition } from "../conversation/message";
import type { Part, ToolCallPart, ToolResultPart } from "../conversation/part";
import { callFacts } from "../tools/call-facts";
import type { SessionMessage } from "../transcript/session";
import type { ContentKind } from "./content-kind";

/** The kind of one part; `callOf` finds the call of a result, which tells what the result shows. */
export function kindOf(
  part: Part,
  message: SessionMessage,
  callOf: (callId: string) => ToolCallPart | undefined,
  tools: readonly ToolDefinition[],
): ContentKind {
  switch (part.type) {
    case "reasoning":
      return "reasoning";
    case "tool-call":
      return "tool_call";
    case "tool-result":
      return showsFile(part, callOf(part.toolCallId), tools) ? "file" : "tool_result";
    case "file":
      return message.role === "assistant" ? "assistant" : "file";
    case "text":
    case "opaque":
      return kindOfText(message);
    default:
      return part satisfies never;
  }
}

/** A result without its call is judged by the name of its tool alone. */
const showsFile = ({ toolName }: ToolResultPart, call: ToolCallPart | undefined, tools: readonly ToolDefinition[]) =>
  call ? callFacts(call, tools).showsFile : toolName !== undefined && callFacts({ toolName, input: null }).showsFile;

function kindOfText(message: SessionMessage): ContentKind {
  if (message.origin === "summary") return "summary";
  if (message.role === "assistant") return "assistant";
  if (message.role === "tool") return "tool_result";
  // What the client injects (reminders, command output, hooks) stands among the user's messages but is not the user's.
  return message.role === "system" || message.origin === "system" || message.origin === "client" ? "system" : "user";
}
