import type { Part } from "../conversation/part";
import type { Session } from "../transcript/session";

/** `counts` of a session (docs/api.md). */
export type SessionCounts = {
  readonly messages: {
    readonly system: number;
    readonly user: number;
    readonly assistant: number;
    readonly tool: number;
  };
  readonly user_prompts: number;
  readonly responses: number;
  readonly tool_calls: number;
  readonly tool_results: number;
  readonly tool_errors: number;
  readonly orphan_calls: number;
  readonly orphan_results: number;
  readonly images: number;
  readonly reasoning_parts: number;
  readonly compactions: number;
  readonly micro_compactions: number;
  readonly api_errors: number;
};

/** Counts over all agents, after the rows of one response were merged. */
export function countSession(session: Session): SessionCounts {
  const parts = session.messages.flatMap((message) => message.parts);
  const calls = parts.filter((part) => part.type === "tool-call");
  const results = parts.filter((part) => part.type === "tool-result");
  const called = new Set(calls.map((call) => call.toolCallId));
  const answered = new Set(results.map((result) => result.toolCallId));
  return {
    messages: countRoles(session),
    user_prompts: session.messages.filter((message) => message.role === "user" && message.origin === "typed").length,
    responses: session.responses.length,
    tool_calls: calls.length,
    tool_results: results.length,
    tool_errors: results.filter((result) => result.isError).length,
    orphan_calls: calls.filter((call) => !answered.has(call.toolCallId)).length,
    orphan_results: results.filter((result) => !called.has(result.toolCallId)).length,
    images: parts.reduce((sum, part) => sum + imagesIn(part), 0),
    reasoning_parts: parts.filter((part) => part.type === "reasoning").length,
    compactions: countEvents(session, "compaction"),
    micro_compactions: countEvents(session, "micro-compaction"),
    api_errors: countEvents(session, "api-error"),
  };
}

/** Anthropic's wire has no tool role: its tool results ride on user messages, which are counted as what they are. */
function countRoles(session: Session): SessionCounts["messages"] {
  const counts = { system: 0, user: 0, assistant: 0, tool: 0 };
  for (const { role, parts } of session.messages) {
    const isResults = role === "user" && parts.length > 0 && parts.every((part) => part.type === "tool-result");
    counts[isResults ? "tool" : role] += 1;
  }
  return counts;
}

const countEvents = (session: Session, type: Session["events"][number]["type"]) =>
  session.events.filter((event) => event.type === type).length;

const isImage = (mediaType: string) => mediaType.startsWith("image/");

function imagesIn(part: Part): number {
  if (part.type === "file") return isImage(part.mediaType) ? 1 : 0;
  if (part.type !== "tool-result") return 0;
  return part.output.filter((block) => block.type === "file" && isImage(block.mediaType)).length;
}
