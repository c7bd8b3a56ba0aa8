import type { JsonValue, Part, ToolResultPart } from "../../conversation/part";
import { type CallPairing, decodeParts, toolOutput } from "../../formats/gemini/decode-parts";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { type NewMessage, timeOf } from "../session-draft";
import type { MessageRecord } from "./message-records";

/** A message of the conversation. */
export type Said = NewMessage & { readonly id: string };

/** Beginnings of the text that the client puts before the first prompt. */
const INJECTED = ["<session_context>", "This is the Gemini CLI."];
/** Beginnings of what a compression puts in place of the history. */
const SUMMARY = ["<summary>", "<state_snapshot>"];

/** A record of the user: a prompt, a text of the client, or the results of tools. */
export function readPrompt(record: MessageRecord, pairing: CallPairing): Said {
  const parts = contentOf(record, pairing);
  const text = parts[0]?.type === "text" ? parts[0].text.trimStart() : "";
  const begins = (prefixes: readonly string[]) => prefixes.some((prefix) => text.startsWith(prefix));
  const time = timeOf(record.fields.timestamp);
  const isResults = parts.length > 0 && parts.every((part) => part.type === "tool-result");
  const said = { parts: parts.map(markFailed), time, id: record.key };
  if (isResults) return { ...said, role: "tool", origin: "tool" };
  return { ...said, role: "user", origin: begins(SUMMARY) ? "summary" : begins(INJECTED) ? "client" : "typed" };
}

/**
 * A `gemini` record is one answer, and holds the results of its calls too. Since 0.61 the results are also in a record of the
 * user, which is what the client sends; `answered` are the ids of those calls.
 */
export function readAnswer(record: MessageRecord, pairing: CallPairing, answered: ReadonlySet<string>) {
  const { fields, key } = record;
  const time = timeOf(fields.timestamp);
  const content = contentOf(record, pairing);
  const said = new Set(content.flatMap((part) => (part.type === "tool-call" ? part.toolCallId : [])));
  const calls = (asArray(fields.toolCalls) ?? []).map(asObject).filter((call) => call !== null);
  const named = calls.map((call, index) => ({ call, index, id: asText(call.id) ?? `${record.id}.${index}` }));
  const thoughts = content.some((part) => part.type === "reasoning") ? [] : thoughtParts(record);
  const unsaid = named
    .filter(({ id }) => !said.has(id))
    .map(({ call, index, id }) => callPart(call, index, id, record));
  const results = named.flatMap(({ call, index, id }) =>
    answered.has(id) ? [] : (resultPart(call, index, id, record) ?? []),
  );
  const ended = calls.map((call) => timeOf(call.timestamp)).findLast((at) => at !== null) ?? time;
  const answer: Said = {
    role: "assistant",
    origin: "model",
    parts: [...thoughts, ...content, ...unsaid],
    time,
    id: key,
  };
  const result: Said = { id: `${key}.results`, role: "tool", origin: "tool", parts: results, time: ended };
  return { answer, result };
}

/** The ids of calls whose results are in records of the user. */
export function answeredCalls(records: readonly MessageRecord[]): Set<string> {
  const parts = records.flatMap(({ fields }) => (fields.type === "user" ? (asArray(fields.content) ?? []) : []));
  return new Set(parts.flatMap((part) => asText(asObject(asObject(part)?.functionResponse)?.id) ?? []));
}

function contentOf({ fields, key, source }: MessageRecord, pairing: CallPairing): Part[] {
  return decodeParts(fields.content, { id: (index) => `${key}.content.${index}`, source }, pairing);
}

const markFailed = (part: Part): Part =>
  part.type === "tool-result" && hasFailed(part) ? { ...part, isError: true } : part;

function thoughtParts({ fields, source, key }: MessageRecord): Part[] {
  return (asArray(fields.thoughts) ?? []).flatMap((value, index): Part[] => {
    const thought = asObject(value);
    const text = [asText(thought?.subject), asText(thought?.description)].filter((line) => line !== null).join("\n");
    return text === "" ? [] : [{ id: `${key}.thought.${index}`, type: "reasoning", text, source }];
  });
}

const callPart = (call: JsonObject, index: number, toolCallId: string, record: MessageRecord): Part => ({
  id: `${record.key}.call.${index}`,
  type: "tool-call",
  toolCallId,
  toolName: asText(call.name) ?? "unknown",
  input: (call.args ?? {}) as JsonValue,
  source: record.source,
});

const FAILED = new Set(["error", "cancelled"]);

/** Null for a call that is still running. Where the client kept nothing else, the text shown on the screen is used. */
function resultPart(call: JsonObject, index: number, toolCallId: string, record: MessageRecord): Part | null {
  const isFailed = FAILED.has(asText(call.status) ?? "");
  const parts = typeof call.result === "string" ? [{ text: call.result }] : (asArray(call.result) ?? []);
  const output = parts.flatMap((part) => outputOf(asObject(part)));
  const shown = asText(call.resultDisplay);
  const isOpen = parts.length === 0 && !isFailed && shown === null;
  if (isOpen) return null;
  const blocks = output.length > 0 || shown === null ? output : [{ type: "text", text: shown } as const];
  const id = `${record.key}.result.${index}`;
  const toolName = asText(call.name);
  const named = toolName === null ? {} : { toolName };
  const result = { id, type: "tool-result", toolCallId, ...named, output: blocks, isError: isFailed } as const;
  return markFailed({ ...result, source: record.source });
}

function outputOf(part: JsonObject | null): ToolResultPart["output"] {
  const response = asObject(part?.functionResponse);
  if (response) return toolOutput(response).output;
  if (typeof part?.text === "string") return [{ type: "text", text: part.text }];
  if (!part) return [];
  return toolOutput({ parts: [part] }).output;
}

/** The last lines that the client adds to the output of a command; it names the exit code only if that is not 0. */
const EXIT_CODE = /(?:^|\n)Exit Code: (-?\d+)(?:\n[^\n]*){0,4}$/;

/** Whether a command failed: the client calls it a success, and says the exit code in the text for the model. */
function hasFailed({ toolName, output }: ToolResultPart): boolean {
  if (toolName !== "run_shell_command") return false;
  const last = output.findLast((block) => block.type === "text");
  const code = last && EXIT_CODE.exec(last.text.slice(-500))?.[1];
  return code !== undefined && Number(code) !== 0;
}
