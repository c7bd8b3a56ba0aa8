import { fail, ok } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../formats/json-fields";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { ItemSession, type PartDraft } from "./item-session";
import { looseContent } from "./loose-content";
import { opaqueDraft, outputOf, textCallDraft, textDrafts, textOutput, toolResultDraft } from "./part-drafts";
import { readSampleRows, rowsOf } from "./sample-rows";

/**
 * Grok's command line: `~/.grok/sessions/<folder>/<id>/chat_history.jsonl`, one message a line. The client writes the
 * file anew when it compacts or rewinds, so it shows what the next prompt holds. Source: xai-org/grok-build at 19d42e3
 * (read 2026-08).
 */
export const grok: Importer = {
  id: "grok",
  title: "Grok CLI",
  limitations: [
    "The chat history holds no usage and no times, so all counts are estimated; what was said before a compaction or a rewind is not in the file any more.",
  ],
  unchecked: "real sessions (it was compared with a made-up one)",
  detect(sample) {
    const rows = rowsOf(sample).slice(0, 20).map(asObject);
    return rows.some(isOwn) && rows.every((row) => row !== null && TYPES.has(String(row.type)))
      ? "messages with type, and model_id or prompt_index"
      : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = new HistoryReader();
    const failure = await readSampleRows(file, sample, run, reader.interpret);
    return failure ? fail(failure) : ok([reader.draft.finish([file], run)]);
  },
};

const TYPES = new Set(["system", "user", "assistant", "tool_result", "backend_tool_call", "reasoning"]);

/** Fields that no other client has in rows of these types. */
const isOwn = (row: JsonObject | null) =>
  (row?.type === "assistant" && asText(row.model_id) !== null && typeof row.content === "string") ||
  (row?.type === "user" && ("prompt_index" in row || "synthetic_reason" in row));

class HistoryReader {
  readonly draft = new ItemSession("grok", "Grok CLI");
  /** Thoughts, and calls that the provider ran itself, stand in rows of their own before the answer they belong to. */
  private before: PartDraft[] = [];

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    if (!row || typeof row.type !== "string")
      return { bad: "invalid-row", message: `Line ${source.line} is not a message with a type.` };
    return this.read(row, source) ? "interpreted" : { kept: row.type };
  };

  private read(row: JsonObject, source: SourceLocation): boolean {
    switch (row.type) {
      case "system":
        return this.say("system", "system", looseContent(row.content), source);
      case "user":
        return this.say("user", asText(row.synthetic_reason) === null ? "typed" : "client", contentOf(row), source);
      case "reasoning":
        this.before.push(reasoningOf(row));
        return true;
      case "backend_tool_call":
        this.before.push(opaqueDraft(row.kind ?? row));
        return true;
      case "assistant":
        return this.answer(row, source);
      case "tool_result":
        return this.say("tool", "tool", [resultOf(row)], source);
      default:
        return false;
    }
  }

  private say(
    role: "system" | "user" | "tool",
    origin: "system" | "typed" | "client" | "tool",
    parts: PartDraft[],
    source: SourceLocation,
  ): boolean {
    return this.draft.say({ role, origin, parts, time: null }, source) !== null;
  }

  private answer(row: JsonObject, source: SourceLocation): boolean {
    const calls = (asArray(row.tool_calls) ?? []).map(callOf);
    const parts = [...this.before, ...textDrafts(asText(row.content)), ...calls];
    this.before = [];
    return this.draft.answer({ parts, model: asText(row.model_id), usage: null, time: null }, source) !== null;
  }
}

/** An image stands in a block of its own kind: `{ type: "image", url }`. */
function contentOf(row: JsonObject): PartDraft[] {
  const blocks = asArray(row.content);
  if (!blocks) return looseContent(row.content);
  return blocks.flatMap((value) => {
    const block = asObject(value);
    const url = block?.type === "image" ? asText(block.url) : null;
    return looseContent([url === null ? value : { type: "image_url", image_url: { url } }]);
  });
}

function reasoningOf(row: JsonObject): PartDraft {
  const text = (asArray(row.summary) ?? []).flatMap((item) => asText(asObject(item)?.text) ?? []).join("\n\n");
  const signature = asText(row.encrypted_content);
  return { type: "reasoning", text, ...(signature && { signature }) };
}

function callOf(value: unknown): PartDraft {
  const call = asObject(value);
  const [id, name, given] = [asText(call?.id), asText(call?.name), asString(call?.arguments)];
  return id === null || name === null || given === null ? opaqueDraft(value) : textCallDraft(id, name, given);
}

function resultOf(row: JsonObject): PartDraft {
  const text = asString(row.content);
  const output = text === null ? looseContent(row.content).flatMap(outputOf) : textOutput(text);
  return toolResultDraft(asText(row.tool_call_id) ?? "", output, false);
}
