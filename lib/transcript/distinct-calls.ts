import { CallIds } from "../conversation/call-ids";
import { jsonText } from "../conversation/exact-json";
import type { Part, ToolCallPart } from "../conversation/part";
import type { Session, SessionMessage } from "./session";

/**
 * The session with a unique id for each call of an agent, so that an id alone leads from a result to its call. A call
 * that the client sends again keeps its id.
 */
export function withDistinctCalls(session: Session): Session {
  const shared = agentsSharingIds(session);
  if (shared.size === 0) return session;
  const namers = new Map([...shared].map((agent) => [agent, createNamer()] as const));
  const messages = session.messages.map((message, index) => namers.get(message.agent)?.(message, index) ?? message);
  return { ...session, messages };
}

function agentsSharingIds({ messages }: Session): ReadonlySet<string> {
  const seen = new Map<string, Set<string>>();
  const shared = new Set<string>();
  for (const { agent, parts } of messages)
    for (const part of parts) {
      if (part.type !== "tool-call") continue;
      const ids = seen.get(agent) ?? new Set();
      if (ids.has(part.toolCallId)) shared.add(agent);
      seen.set(agent, ids.add(part.toolCallId));
    }
  return shared;
}

/** Assigns the ids of one agent's calls and results, in order. */
function createNamer(): (message: SessionMessage, index: number) => SessionMessage {
  const ids = new CallIds();
  const known = new Map<string, string>();
  const ofCall = (part: ToolCallPart, { responseId }: SessionMessage, index: number): string => {
    const content = jsonText([part.toolCallId, part.toolName, part.input]);
    const id = (responseId === undefined && known.get(content)) || ids.call(part.toolCallId, responseId ?? index);
    known.set(content, id);
    return id;
  };
  const named = (part: Part, message: SessionMessage, index: number): Part => {
    if (part.type === "tool-call") return { ...part, toolCallId: ofCall(part, message, index) };
    return part.type === "tool-result" ? { ...part, toolCallId: ids.result(part.toolCallId) } : part;
  };
  return (message, index) => ({ ...message, parts: message.parts.map((part) => named(part, message, index)) });
}
