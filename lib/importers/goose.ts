import { fail, ok } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../formats/json-fields";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { ItemSession, type PartDraft } from "./item-session";
import { readJsonl } from "./jsonl-reader";
import {
  base64File,
  fileDraft,
  opaqueDraft,
  outputOf,
  textDraft,
  textOutput,
  toolCallDraft,
  toolResultDraft,
} from "./part-drafts";

/**
 * Goose sessions of before 1.10: a header row with the working directory and token totals, then messages. Usage is
 * known for the session only, so no response has any.
 */
export const goose: Importer = {
  id: "goose",
  title: "Goose",
  detect(sample) {
    if (sample.shape !== "rows") return null;
    const header = sample.rows[0];
    const hasTotals = header !== undefined && ("message_count" in header || "total_tokens" in header);
    if (hasTotals && asText(header.working_dir) !== null) return "a header with working_dir and token totals";
    return sample.rows.some(hasGooseBlock) ? "messages with toolRequest and toolResponse blocks" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file || sample.shape !== "rows") throw new Error("parse is only called on what detect claimed");
    const draft = new ItemSession("goose", "Goose");
    const onRow = (row: unknown, source: SourceLocation) => interpret(row, source, draft);
    const failure = await readJsonl(file, 0, sample.encoding, run, onRow);
    return failure ? fail(failure) : ok([draft.finish([file], run)]);
  },
};

function hasGooseBlock(row: JsonObject): boolean {
  const types = (asArray(row.content) ?? []).map((block) => asObject(block)?.type);
  return types.includes("toolRequest") || types.includes("toolResponse");
}

function interpret(value: unknown, source: SourceLocation, draft: ItemSession): RowVerdict {
  const row = asObject(value);
  if (row && "working_dir" in row && !("role" in row)) {
    draft.title ??= asText(row.description);
    draft.project ??= asText(row.working_dir);
    return "interpreted";
  }
  const blocks = asArray(row?.content);
  if (!row || !blocks || (row.role !== "user" && row.role !== "assistant"))
    return { bad: "invalid-row", message: `Line ${source.line} is not a message of Goose. It was skipped.` };
  return message(row, blocks.map(partOf), source, draft);
}

function message(row: JsonObject, parts: readonly PartDraft[], source: SourceLocation, draft: ItemSession): RowVerdict {
  const time = isoTime(row.created);
  // After a compaction the messages it covers stay in the log, marked as not for the model.
  const isHidden = asObject(row.metadata)?.agentVisible === false;
  if (row.role === "assistant") {
    const answer = { id: asText(row.id), parts, model: null, usage: null, time, isHidden };
    return draft.answer(answer, source) ? "interpreted" : { kept: "assistant (empty)" };
  }
  const isTool = parts.length > 0 && parts.every((part) => part.type === "tool-result");
  const role = isTool ? "tool" : "user";
  const index = draft.say({ role, origin: isTool ? "tool" : "typed", parts, time, isHidden }, source);
  return index === null ? { kept: "user (empty)" } : "interpreted";
}

function partOf(value: unknown): PartDraft {
  const block = asObject(value);
  switch (block?.type) {
    case "text":
      return typeof block.text === "string" ? textDraft(block.text) : opaqueDraft(value);
    case "thinking":
      return thinking(block) ?? opaqueDraft(value);
    case "redactedThinking":
      return { type: "reasoning", text: "", provider: "anthropic", redactedData: asString(block.data) ?? "" };
    case "image":
      return typeof block.data === "string"
        ? fileDraft(base64File(block.data, asText(block.mimeType) ?? "image/png"))
        : opaqueDraft(value);
    case "toolRequest":
      return toolRequest(block) ?? opaqueDraft(value);
    case "toolResponse":
      return toolResponse(block) ?? opaqueDraft(value);
    default:
      return opaqueDraft(value);
  }
}

function thinking(block: JsonObject): PartDraft | null {
  const signature = asText(block.signature);
  if (typeof block.thinking !== "string") return null;
  return { type: "reasoning", text: block.thinking, ...(signature !== null && { signature, provider: "anthropic" }) };
}

/** A call that could not be parsed has an error instead of a value; it was made all the same. */
function toolRequest(block: JsonObject): PartDraft | null {
  const id = asText(block.id);
  const call = asObject(block.toolCall);
  const value = asObject(call?.value);
  if (id === null || !call) return null;
  return toolCallDraft(id, asText(value?.name) ?? "invalid", value?.arguments ?? { error: call.error ?? null });
}

function toolResponse(block: JsonObject): PartDraft | null {
  const id = asText(block.id);
  const result = asObject(block.toolResult);
  if (id === null || !result) return null;
  const wrapped = asObject(result.value);
  const content = asArray(result.value) ?? asArray(wrapped?.content) ?? [];
  const isError = result.status === "error" || wrapped?.isError === true;
  const error = isError && content.length === 0 ? textOutput(asText(result.error)) : [];
  return toolResultDraft(id, [...content.flatMap((item) => outputOf(partOf(item))), ...error], isError);
}
