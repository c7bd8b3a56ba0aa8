import type { JsonValue, Part, SourceLocation, ToolResultPart } from "../../conversation/part";
import { CallPairing, decodeParts, toolOutput } from "../../formats/gemini/decode-parts";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import { readGeminiCliUsage } from "../gemini-usage";
import { SessionDraft, timeOf } from "../session-draft";
import type { MessageRecord, MessageRecords } from "./message-records";

/** Beginnings of the text that the client puts before the first prompt. */
const INJECTED = ["<session_context>", "This is the Gemini CLI."];

/**
 * Builds the session from all records. A `gemini` message is one response and also holds the results of its calls. Ids are the
 * log's own, which are unique: a message that is written again keeps its id.
 */
export function draftSession({ messages, rewinds, header }: MessageRecords): SessionDraft {
  const draft = new SessionDraft("gemini-cli", "Gemini CLI");
  const pairing = new CallPairing();
  draft.logId = asText(header.sessionId) ?? "";
  draft.title = asText(header.summary);
  draft.project = asText(asArray(header.directories)?.[0]);
  for (const time of [header.startTime, header.lastUpdated]) draft.noteTime(timeOf(time));
  const placeOf = new Map<string, number>();
  const addRewindsUpTo = rewindsInto(draft, rewinds, placeOf);
  for (const [index, record] of messages.entries()) {
    addRewindsUpTo(index);
    placeOf.set(record.id, draft.messages.length);
    addRecord(draft, record, pairing);
  }
  addRewindsUpTo(messages.length);
  return draft;
}

/** Adds the rewinds that happened before a record, each once. The client goes back to the place before the named message. */
function rewindsInto(
  draft: SessionDraft,
  rewinds: MessageRecords["rewinds"],
  placeOf: ReadonlyMap<string, number>,
): (index: number) => void {
  let next = 0;
  return (index) => {
    for (let rewind = rewinds[next]; rewind && rewind.beforeRecord <= index; rewind = rewinds[next]) {
      const keptUntil = placeOf.get(rewind.to);
      const place = keptUntil === undefined ? {} : { keptUntil };
      draft.addEvent({ type: "rewind", detail: `back to message ${rewind.to}`, ...place, source: rewind.source });
      next += 1;
    }
  };
}

function addRecord(draft: SessionDraft, record: MessageRecord, pairing: CallPairing) {
  const { fields, source } = record;
  const time = timeOf(fields.timestamp);
  const place = (key: string) => ({ id: (index: number) => `${record.id}.${key}.${index}`, source });
  const content = decodeParts(fields.content, place("content"), pairing);
  if (fields.type === "gemini") addAnswer(draft, record, content, time);
  else if (fields.type === "user") addPrompt(draft, record, content, time);
  else addError(draft, asString(fields.content) ?? "Error", time, source);
}

function addPrompt(draft: SessionDraft, { id, source }: MessageRecord, parts: readonly Part[], time: string | null) {
  const [first] = parts;
  const isInjected = first?.type === "text" && INJECTED.some((prefix) => first.text.trimStart().startsWith(prefix));
  const results = parts.every((part) => part.type === "tool-result");
  const origin = results ? "tool" : isInjected ? "client" : "typed";
  draft.addMessage({ role: results ? "tool" : "user", origin, parts, time, id }, source);
}

function addAnswer(draft: SessionDraft, record: MessageRecord, content: readonly Part[], time: string | null) {
  const { fields, source, id } = record;
  const calls = (asArray(fields.toolCalls) ?? []).map(asObject).filter((call) => call !== null);
  const parts = [...thoughtParts(record), ...content, ...calls.map((call, index) => callPart(call, index, record))];
  const usage = readGeminiCliUsage(fields.tokens);
  if (parts.length === 0 && usage === null) return;
  const said = parts.length > 0 ? parts : [{ id: `${id}.content.0`, type: "text", text: "", source } as const];
  draft.addResponse({ id, model: asText(fields.model), time, parts: said, usage, messageId: id }, source);
  const results = calls.flatMap((call, index) => resultPart(call, index, record) ?? []);
  const ended = calls.map((call) => timeOf(call.timestamp)).findLast((at) => at !== null) ?? time;
  draft.addMessage({ id: `${id}.results`, role: "tool", origin: "tool", parts: results, time: ended }, source);
}

function thoughtParts({ fields, source, id }: MessageRecord): Part[] {
  return (asArray(fields.thoughts) ?? []).flatMap((value, index): Part[] => {
    const thought = asObject(value);
    const text = [asText(thought?.subject), asText(thought?.description)].filter((line) => line !== null).join("\n");
    return text === "" ? [] : [{ id: `${id}.thought.${index}`, type: "reasoning", text, source }];
  });
}

const callId = (call: JsonObject, index: number, { id }: MessageRecord) => asText(call.id) ?? `${id}.${index}`;

const callPart = (call: JsonObject, index: number, record: MessageRecord): Part => ({
  id: `${record.id}.call.${index}`,
  type: "tool-call",
  toolCallId: callId(call, index, record),
  toolName: asText(call.name) ?? "unknown",
  input: (call.args ?? {}) as JsonValue,
  source: record.source,
});

const FAILED = new Set(["error", "cancelled"]);

/** Null for a call that is still running. Where the client kept nothing else, the text shown on the screen is used. */
function resultPart(call: JsonObject, index: number, record: MessageRecord): ToolResultPart | null {
  const isFailed = FAILED.has(asText(call.status) ?? "");
  const parts = typeof call.result === "string" ? [{ text: call.result }] : (asArray(call.result) ?? []);
  const output = parts.flatMap((part) => outputOf(asObject(part)));
  const shown = asText(call.resultDisplay);
  const isOpen = parts.length === 0 && !isFailed && shown === null;
  if (isOpen) return null;
  const blocks = output.length > 0 || shown === null ? output : [{ type: "text", text: shown } as const];
  const toolCallId = callId(call, index, record);
  return {
    id: `${record.id}.result.${index}`,
    type: "tool-result",
    toolCallId,
    output: blocks,
    isError: isFailed,
    source: record.source,
  };
}

function outputOf(part: JsonObject | null): ToolResultPart["output"] {
  const response = asObject(part?.functionResponse);
  if (response) return toolOutput(response).output;
  if (typeof part?.text === "string") return [{ type: "text", text: part.text }];
  if (!part) return [];
  return toolOutput({ parts: [part] }).output;
}

function addError(draft: SessionDraft, message: string, time: string | null, source: SourceLocation) {
  draft.addEvent({ type: "api-error", message: message.slice(0, 500), source, ...(time && { time }) });
}
