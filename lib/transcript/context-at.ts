import type { Conversation } from "../conversation/message";
import type { Part } from "../conversation/part";
import { inPromptOrder, outsideGaps, type PromptSpan, promptSpans } from "./prompt-spans";
import type { Response, Session, SessionMessage } from "./session";

export { type PromptSpan, promptSpans } from "./prompt-spans";

/**
 * Replaces the text that a client leaves for a cleared tool result. Clients word it differently; only its size matters.
 */
export const CLEARED_RESULT_TEXT = "[Old tool result content cleared]";
/** The text's size in tokens, which differs by at most one token between our vocabularies. */
export const CLEARED_RESULT_TOKENS = 8;
const CLEARED_SUFFIX = "~cleared";

/** Id of the part behind a cleared result; null for every other part id. */
export const originalOfCleared = (partId: string): string | null =>
  partId.endsWith(CLEARED_SUFFIX) ? partId.slice(0, -CLEARED_SUFFIX.length) : null;

/** A span's messages as sent, in order: without other agents', hidden or removed ones, and with results cleared. */
export function messagesOf(session: Session, agent: string, span: PromptSpan): SessionMessage[] {
  const isIn = outsideGaps(span.gaps);
  const places = session.messages.slice(span.start, span.end).flatMap((message, offset) => {
    const place = span.start + offset;
    return isIn(place) && message.agent === agent && !message.isHidden ? [{ message, place }] : [];
  });
  const ordered = inPromptOrder(places, span, ({ place }) => place);
  return ordered.map(({ message }) => clearResults(message, span.clearedToolCallIds));
}

/** The conversation sent by request `index` (into `session.responses`); unlogged content is missing. */
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
