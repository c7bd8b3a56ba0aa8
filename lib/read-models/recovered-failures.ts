import type { ErrorRecovery } from "../api/schemas/session";
import type { ToolCallPart } from "../conversation/part";
import { taskOf } from "../evaluation/error-retention";
import { callFacts } from "../tools/call-facts";
import { hasFailed } from "../tools/failures/failure";
import type { Session } from "../transcript/session";

/**
 * Calls that failed, and those after which the same agent's tool succeeded on the same file, or ran the same command. "Error
 * recovery is one of the clearest indicators of true agentic behaviour" (Manus, 2025-07-18).
 */
export function recoveredFailures({ messages, tools }: Pick<Session, "messages" | "tools">): ErrorRecovery {
  const calls = new Map<string, ToolCallPart>();
  const open = new Map<string, number>();
  let [failed, recovered] = [0, 0];
  for (const { agent, parts } of messages)
    for (const part of parts) {
      if (part.type === "tool-call") calls.set(part.toolCallId, part);
      if (part.type !== "tool-result") continue;
      const call = calls.get(part.toolCallId);
      if (call === undefined) continue;
      const task = `${agent} ${call.toolName} ${subjectOf(call, tools)}`;
      if (hasFailed(part, call, tools)) {
        failed += 1;
        open.set(task, (open.get(task) ?? 0) + 1);
      } else {
        recovered += open.get(task) ?? 0;
        open.delete(task);
      }
    }
  return { failed, recovered };
}

/** The command or file of a call, otherwise its first text. */
function subjectOf(call: ToolCallPart, tools: Session["tools"]): string {
  const { command, paths } = callFacts(call, tools);
  return command ?? paths[0] ?? taskOf(call) ?? "";
}
