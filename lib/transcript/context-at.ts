import type { Conversation } from "../conversation/message";
import type { Part } from "../conversation/part";
import type { Response, Session, SessionMessage } from "./session";

/** The prompt of one request as a slice of the session: cheap to keep for every request of a long session. */
export type PromptSpan = {
  /** Indexes into `Session.messages`; only messages of the agent that are not hidden belong to the prompt. */
  readonly start: number;
  readonly end: number;
  /** Tool results blanked by micro-compaction before this request. */
  readonly clearedToolCallIds: ReadonlySet<string>;
};

/** What a client leaves in place of a blanked tool result (its wording is the client's; the size is what matters). */
export const CLEARED_RESULT_TEXT = "[Old tool result content cleared]";
/** Its size in any of our vocabularies, within a token. */
export const CLEARED_RESULT_TOKENS = 8;
const CLEARED_SUFFIX = "~cleared";

/** The part that a blanked result stands for; null for every other part. */
export const originalOfCleared = (partId: string): string | null =>
  partId.endsWith(CLEARED_SUFFIX) ? partId.slice(0, -CLEARED_SUFFIX.length) : null;

/** The prompt spans of all responses, in order; linear in messages + events. */
export function promptSpans(session: Session): PromptSpan[] {
  const compactions = session.events.filter(
    (event) => event.type === "compaction" || event.type === "micro-compaction",
  );
  const state = new Map<string, { start: number; cleared: ReadonlySet<string>; next: number }>();
  return session.responses.map((response) => {
    const agent = state.get(response.agent) ?? { start: 0, cleared: new Set<string>(), next: 0 };
    for (; agent.next < compactions.length; agent.next += 1) {
      const event = compactions[agent.next];
      if (!event || event.atMessage > response.messageIndex) break;
      if (event.agent !== response.agent) continue;
      if (event.type === "compaction")
        Object.assign(agent, { start: event.keptFrom ?? event.atMessage, cleared: new Set() });
      else agent.cleared = new Set([...agent.cleared, ...event.clearedToolCallIds]);
    }
    state.set(response.agent, agent);
    return { start: agent.start, end: response.messageIndex, clearedToolCallIds: agent.cleared };
  });
}

/** The messages of one span, as sent: other agents' and hidden messages left out, blanked results blanked. */
export function messagesOf(session: Session, agent: string, span: PromptSpan): SessionMessage[] {
  return session.messages
    .slice(span.start, span.end)
    .filter((message) => message.agent === agent && !message.isHidden)
    .map((message) => clearResults(message, span.clearedToolCallIds));
}

/** The conversation that request `index` (into `session.responses`) sent. What the log does not hold is not in it. */
export function contextAt(session: Session, index: number): Conversation {
  const response = session.responses[index] as Response;
  const span = promptSpans(session)[index] as PromptSpan;
  return { tools: session.tools, messages: messagesOf(session, response.agent, span) };
}

function clearResults(message: SessionMessage, cleared: ReadonlySet<string>): SessionMessage {
  if (cleared.size === 0 || !message.parts.some((part) => isCleared(part, cleared))) return message;
  return { ...message, parts: message.parts.map((part) => (isCleared(part, cleared) ? blank(part) : part)) };
}

const isCleared = (part: Part, cleared: ReadonlySet<string>) =>
  part.type === "tool-result" && cleared.has(part.toolCallId);

function blank(part: Part): Part {
  if (part.type !== "tool-result") return part;
  return { ...part, id: `${part.id}${CLEARED_SUFFIX}`, output: [{ type: "text", text: CLEARED_RESULT_TEXT }] };
}
