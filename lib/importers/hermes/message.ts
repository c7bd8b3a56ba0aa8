import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { RowVerdict } from "../import-run";
import type { ItemSession, PartDraft } from "../item-session";
import { looseContent } from "../loose-content";
import { opaqueDraft, outputOf, textCallDraft, toolCallDraft, toolResultDraft } from "../part-drafts";
import { timeOf } from "../session-draft";

/** A message's thread and state, which its own fields do not contain. */
export type MessagePlace = {
  readonly model: string | null;
  /** The sub-agent that it belongs to; null in the main thread. */
  readonly agent: string | null;
  /** True if it was rewound, so later prompts do not contain it. */
  readonly isHidden?: boolean;
  /** True if a compaction kept it, so its answer was already billed. */
  readonly isCopy?: boolean;
  readonly source: SourceLocation;
};

/** Adds one of Hermes's messages, in the shape of Chat Completions with reasoning. No message has usage. */
export function sayMessage(draft: ItemSession, message: JsonObject, place: MessagePlace): RowVerdict {
  const { agent, source, isHidden = false } = place;
  const role = asText(message.role);
  const rest = { time: timeOf(message.timestamp), isHidden, ...(agent !== null && { agent }) };
  if (role === "assistant") return answer(draft, message, place, rest);
  if (role === "tool") {
    draft.say({ role, origin: "tool", parts: [resultOf(message)], ...rest }, source);
    return "interpreted";
  }
  if (role !== "user" && role !== "system") return { kept: role ?? "message" };
  const origin = role === "system" ? "system" : isSummary(message) ? "summary" : agent === null ? "typed" : "client";
  const index = draft.say({ role, origin, parts: looseContent(sentContent(message)), ...rest }, source);
  return index === null ? { kept: `${role} (empty)` } : "interpreted";
}

/** The content as it was sent, if it differs from what the user or the model wrote. */
const sentContent = ({ api_content, content }: JsonObject): unknown => asText(api_content) ?? content;

/** True if a message is a compaction's summary, which Hermes marks with its first words, and lately also with a flag. */
export const isSummary = ({ content, _compressed_summary: isMarked }: JsonObject): boolean =>
  isMarked === true || (typeof content === "string" && /^\s*\[(?:CONTEXT COMPACTION|CONTEXT SUMMARY)/.test(content));

type Rest = { readonly time: string | null; readonly isHidden: boolean; readonly agent?: string };

function answer(draft: ItemSession, message: JsonObject, place: MessagePlace, rest: Rest): RowVerdict {
  const calls = (asArray(message.tool_calls) ?? []).map(callOf);
  const parts = [...thinkingOf(message), ...looseContent(sentContent(message)), ...calls];
  const said = place.isCopy
    ? draft.say({ role: "assistant", origin: "client", parts, ...rest }, place.source)
    : draft.answer({ parts, model: place.model, usage: null, ...rest }, place.source);
  return said === null ? { kept: "assistant (empty)" } : "interpreted";
}

/** Two fields contain the same reasoning, for providers that use different names. */
function thinkingOf(message: JsonObject): PartDraft[] {
  const text = asText(message.reasoning_content) ?? asText(message.reasoning);
  return text === null ? [] : [{ type: "reasoning", text }];
}

function callOf(value: unknown): PartDraft {
  const call = asObject(value);
  const called = asObject(call?.function);
  const [id, name] = [asText(call?.id) ?? asText(call?.call_id), asText(called?.name)];
  if (id === null || name === null) return opaqueDraft(value);
  const text = asString(called?.arguments);
  return text === null ? toolCallDraft(id, name, called?.arguments) : textCallDraft(id, name, text);
}

function resultOf(message: JsonObject): PartDraft {
  const output = looseContent(message.content).flatMap(outputOf);
  return toolResultDraft(asText(message.tool_call_id) ?? "", output, false, asText(message.tool_name));
}
