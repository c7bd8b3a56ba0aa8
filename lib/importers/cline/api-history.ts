import type { SourceLocation } from "../../conversation/part";
import { partFromBlock } from "../../formats/anthropic/block-to-part";
import { asArray, asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Origin } from "../../transcript/session";
import type { ImportRun } from "../import-run";
import type { PartDraft } from "../item-session";
import { textDraft, textDrafts } from "../part-drafts";
import { isResultText } from "./tool-results";

/** A message of the history that the client sends. */
export type ApiMessage = {
  readonly index: number;
  readonly role: "user" | "assistant";
  readonly isSummary: boolean;
  readonly isTruncationMarker: boolean;
  readonly parts: readonly PartDraft[];
  /** In milliseconds; null in Cline's classic files. */
  readonly ts: number | null;
  readonly model: string | null;
  readonly metrics: JsonObject | null;
  readonly source: SourceLocation;
};

/** Messages in the shape of the Messages API, some of them with the client's own fields. */
export function readApiHistory(
  items: readonly unknown[],
  file: number,
  byteLength: number,
  run: ImportRun,
): ApiMessage[] {
  const messages: ApiMessage[] = [];
  let reasoning: PartDraft[] = [];
  items.forEach((item, index) => {
    const source = { file, line: index + 1, byteOffset: 0, byteLength };
    const fields = asObject(item);
    const role = fields?.role === "user" || fields?.role === "assistant" ? fields.role : null;
    const parts = fields && [...reasoningOf(fields), ...contentParts(fields.content)];
    if (!fields || role === null || !parts) {
      const message = `Item ${source.line} is not a message with a role and content. It was skipped; all others were kept.`;
      run.settle({ bad: "invalid-row", message }, source);
      return;
    }
    // Roo stores the reasoning of some providers as a separate item before the answer.
    const isReasoning = fields.type === "reasoning";
    if (isReasoning) reasoning = [...reasoning, ...parts];
    const isEmpty = parts.length === 0 && (role === "user" || reasoning.length === 0);
    run.settle(isEmpty && !isReasoning ? { kept: `${role} message without content` } : "interpreted", source);
    if (isEmpty || isReasoning) return;
    messages.push({
      index,
      role,
      isSummary: fields.isSummary === true,
      isTruncationMarker: fields.isTruncationMarker === true,
      parts: role === "assistant" ? [...reasoning, ...parts] : parts,
      ts: asCount(fields.ts),
      model: asText(asObject(fields.modelInfo)?.modelId),
      metrics: asObject(asObject(fields.metrics)?.tokens) ?? asObject(fields.metrics),
      source,
    });
    if (role === "assistant") reasoning = [];
  });
  return messages;
}

function reasoningOf(fields: JsonObject): PartDraft[] {
  const text = asText(fields.reasoning_content) ?? (fields.type === "reasoning" ? asText(fields.text) : null);
  const signature = asText(fields.encrypted_content);
  if (text === null && signature === null) return [];
  return [{ type: "reasoning", text: text ?? "", ...(signature !== null && { signature, provider: "openai" }) }];
}

function contentParts(content: unknown): PartDraft[] {
  if (typeof content === "string") return textDrafts(content);
  return (asArray(content) ?? []).map((block) => partFromBlock(block, ""));
}

const PROMPT_TAGS = /<(?:task|user_message|feedback|answer)>/;
/** Tags that the client puts around the user's words when it sends them together with a result. */
const PROMPT_BESIDE_RESULT = /(?:^|\n)<(?:user_message|feedback|answer)>\n/;
const TASK = "<task>";

/** Who wrote a user message: a person, a tool (as text in older versions), or the client. */
export function originOfUser(parts: readonly PartDraft[]): Origin {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const isResult = parts.some((part) => part.type === "tool-result") || isResultText(texts[0] ?? "");
  const tags = isResult ? PROMPT_BESIDE_RESULT : PROMPT_TAGS;
  if (texts.some((text) => tags.test(text))) return "typed";
  if (isResult) return "tool";
  const isPlumbing = texts.every((text) => /^\s*(?:<environment_details>|\[[A-Z ]+\]|$)/.test(text));
  return isPlumbing && !parts.some((part) => part.type === "file") ? "client" : "typed";
}

/** Splits the user content of a request, stored as one text, into its parts. */
export function requestParts(text: string): PartDraft[] {
  const at = text.indexOf("<environment_details>");
  const pieces = at <= 0 ? [text] : [text.slice(0, at).trimEnd(), text.slice(at)];
  return pieces.filter((piece) => piece !== "").map(textDraft);
}

/** The text between the task tags of the first message. */
export function taskIn(parts: readonly PartDraft[]): string | null {
  for (const part of parts) {
    if (part.type !== "text") continue;
    const start = part.text.indexOf(TASK);
    if (start === -1) continue;
    const end = part.text.indexOf("</task>", start);
    return part.text.slice(start + TASK.length, end === -1 ? undefined : end).trim();
  }
  return null;
}

/** Recognises the file by tags that only clients of this family put around the user's text. */
export function looksLikeHistory(items: readonly unknown[]): boolean {
  const first = asObject(items[0]);
  if (first?.role !== "user") return false;
  const texts = contentParts(first.content).flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.some((text) => text.includes(TASK) || /<user_message>|<environment_details>/.test(text));
}
