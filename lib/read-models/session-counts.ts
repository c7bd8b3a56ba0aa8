import type { SessionCounts } from "../api/schemas/session";
import { oncePerPart } from "../conversation/once-per-part";
import type { Part, ToolResultPart } from "../conversation/part";
import { listOf } from "../formats/json-fields";
import { readProviderTool } from "../formats/provider-tool";
import { type Session, SUMMARISER } from "../transcript/session";
import { xmlTools } from "./xml-tools";

/** Counts over all agents, after merging the rows of one response. Computed once, for the summary and the library. */
export const countSession = oncePerPart((session: Session): SessionCounts => {
  const parts = session.messages.flatMap((message) => message.parts);
  return {
    messages: countRoles(session),
    user_prompts: session.messages.filter((message) => message.role === "user" && message.origin === "typed").length,
    responses: session.responses.length,
    ...countTools(session, parts),
    images: parts.reduce((sum, part) => sum + imagesIn(part), 0),
    reasoning_parts: parts.filter((part) => part.type === "reasoning").length,
    compactions: countEvents(session, "compaction"),
    micro_compactions: countEvents(session, "micro-compaction"),
    api_errors: countEvents(session, "api-error"),
  };
});

type ToolUse = {
  readonly isCall: boolean;
  readonly isResult: boolean;
  readonly toolCallId: string | null;
  readonly isError: boolean;
};

type ToolCounts = Pick<
  SessionCounts,
  "tool_calls" | "tool_results" | "tool_errors" | "orphan_calls" | "orphan_results"
>;

function countTools(session: Session, parts: readonly Part[]): ToolCounts {
  const inXml = [...xmlTools(session).values()].map(({ isError }) => ({ ...EXCHANGE, isError }));
  const again = partsSentAgain(session);
  const once = parts.filter((part) => !again.has(part));
  const uses: ToolUse[] = [...once.flatMap((part) => listOf(toolUseOf(part))), ...inXml];
  const calls = uses.filter((use) => use.isCall);
  const results = uses.filter((use) => use.isResult);
  const called = new Set(calls.map((call) => call.toolCallId));
  const answered = new Set(results.map((result) => result.toolCallId));
  return {
    tool_calls: calls.length,
    tool_results: results.length,
    tool_errors: results.filter((result) => result.isError).length,
    orphan_calls: calls.filter((call) => !call.isResult && !answered.has(call.toolCallId)).length,
    orphan_results: results.filter((result) => !result.isCall && !called.has(result.toolCallId)).length,
  };
}

/**
 * Calls and results that a client sent again after a compaction or on resuming: calls outside answers whose
 * id is also in an answer, results that repeat the previous one, and a conversation given to another agent
 * to summarise.
 */
function partsSentAgain({ messages, events, agents }: Session): ReadonlySet<Part> {
  const summarisers = new Set(agents.filter(({ title }) => title === SUMMARISER).map(({ id }) => id));
  const given = messages.filter(({ agent, responseId }) => summarisers.has(agent) && responseId === undefined);
  const again = new Set<Part>(given.flatMap(({ parts }) => parts));
  if (!events.some(({ type }) => type === "compaction" || type === "rewind")) return again;
  const called = new Set<string>();
  const outputs = new Map<string, ToolResultPart["output"]>();
  for (const { responseId, parts } of messages)
    for (const part of parts) {
      if (part.type === "tool-call" && responseId !== undefined) called.add(part.toolCallId);
      else if (part.type === "tool-call" && called.has(part.toolCallId)) again.add(part);
      if (part.type !== "tool-result" || !called.has(part.toolCallId)) continue;
      const before = outputs.get(part.toolCallId);
      if (before && JSON.stringify(before) === JSON.stringify(part.output)) again.add(part);
      outputs.set(part.toolCallId, part.output);
    }
  return again;
}

const EXCHANGE = { isCall: true, isResult: true, toolCallId: null } as const;

/** A tool run by the provider counts like one run by the client. */
function toolUseOf(part: Part): ToolUse | null {
  if (part.type === "tool-call") return { isCall: true, isResult: false, toolCallId: part.toolCallId, isError: false };
  if (part.type === "tool-result")
    return { isCall: false, isResult: true, toolCallId: part.toolCallId, isError: part.isError === true };
  const tool = part.type === "opaque" ? readProviderTool(part) : null;
  if (tool === null) return null;
  const { role, toolCallId, isError } = tool;
  return { isCall: role !== "result", isResult: role !== "call", toolCallId, isError };
}

/** Anthropic's format has no tool role: tool results are in user messages, so user messages are counted by content. */
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

/** Whether any part of the session is or contains an image. */
export const hasImages = ({ messages }: Session): boolean =>
  messages.some(({ parts }) => parts.some((part) => imagesIn(part) > 0));

function imagesIn(part: Part): number {
  if (part.type === "file") return isImage(part.mediaType) ? 1 : 0;
  if (part.type !== "tool-result") return 0;
  return part.output.filter((block) => block.type === "file" && isImage(block.mediaType)).length;
}
