import { asText } from "../../formats/json-fields";
import type { ItemSession } from "../item-session";
import { textOutput, toolResultDraft } from "../part-drafts";
import type { DraftMessage } from "../session-draft";
import type { Span } from "./span";

/**
 * Adds results that no prompt shows, because the conversation ended with its calls: only the spans of the tools hold them. For
 * all other results the next prompt shows what the model received, whatever a span says.
 */
export function addLateResults(session: ItemSession, spans: readonly Span[]) {
  const tools = new Map(spans.map((span) => [asText(span.attributes["gen_ai.tool.call.id"]), span]));
  const lastOf = new Map(session.messages.map((message) => [message.agent, message]));
  for (const message of lastOf.values()) addResults(message, tools, session);
}

function addResults(message: DraftMessage, tools: ReadonlyMap<string | null, Span>, session: ItemSession) {
  for (const part of message.parts) {
    const span = part.type === "tool-call" ? tools.get(part.toolCallId) : undefined;
    const output = asText(span?.attributes["gen_ai.tool.call.result"]);
    if (part.type !== "tool-call" || !span || output === null) continue;
    const result = toolResultDraft(part.toolCallId, textOutput(output), span.error !== null, part.toolName);
    const { agent } = message;
    session.say({ role: "tool", origin: "tool", parts: [result], time: span.endedAt, agent }, span.source);
  }
}
