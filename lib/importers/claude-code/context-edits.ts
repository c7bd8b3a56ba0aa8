import { asArray, asCount, asObject, type JsonObject } from "../../formats/json-fields";
import type { Response, Session, SessionEvent } from "../../transcript/session";

/** What the server left out of one prompt, according to the response. The file still contains the content. */
export type ContextEdits = { readonly clearedCalls: number; readonly clearedTokens: number };

/**
 * Parses `context_management.applied_edits` of a response: `clear_tool_uses_20250919` and `clear_thinking_20251015`.
 * Null if nothing was cleared. Source: Anthropic SDK, BetaContextManagementResponse (2025-10).
 */
export function readContextEdits(message: JsonObject): ContextEdits | null {
  const edits = asArray(asObject(message.context_management)?.applied_edits) ?? [];
  const sum = (key: string) => edits.reduce<number>((total, edit) => total + (asCount(asObject(edit)?.[key]) ?? 0), 0);
  const [clearedCalls, clearedTokens] = [sum("cleared_tool_uses"), sum("cleared_input_tokens")];
  return clearedCalls + clearedTokens > 0 ? { clearedCalls, clearedTokens } : null;
}

/**
 * Adds an event to the session wherever more was cleared than before. The response contains the number of cleared
 * results, not their ids; the server clears the oldest first.
 */
export function withContextEdits(session: Session, editsOf: ReadonlyMap<string, ContextEdits>): Session {
  if (editsOf.size === 0) return session;
  const last = new Map<string, ContextEdits>();
  const events = session.responses.flatMap((response): SessionEvent[] => {
    const edits = editsOf.get(response.id);
    const before = last.get(response.agent);
    if (!edits || (before && edits.clearedTokens <= before.clearedTokens)) return [];
    last.set(response.agent, edits);
    const { agent, messageIndex: atMessage, startedAt, source } = response;
    const clearedToolCallIds = callsBefore(session, response).slice(0, edits.clearedCalls);
    const place = { agent, atMessage, ...(startedAt && { time: startedAt }), ...(source && { source }) };
    return [{ type: "micro-compaction", tokensSaved: edits.clearedTokens, clearedToolCallIds, ...place }];
  });
  const all = [...session.events, ...events].map((event, index) => ({ event, index }));
  all.sort((a, b) => a.event.atMessage - b.event.atMessage || a.index - b.index);
  return { ...session, events: all.map(({ event }) => event) };
}

/** The calls of the agent since its last compaction, oldest first. */
function callsBefore({ messages, events }: Session, { agent, messageIndex }: Response): string[] {
  const start = events.findLast(
    (event) => event.type === "compaction" && event.agent === agent && event.atMessage <= messageIndex,
  );
  const from = start?.type === "compaction" ? (start.kept?.[0]?.start ?? start.keptFrom ?? start.atMessage) : 0;
  return messages
    .slice(from, messageIndex)
    .filter((message) => message.agent === agent)
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : [])));
}
